#include "ludothek/games/nexus.hpp"

#include "ludothek/face.hpp"

namespace ludothek {

constinit const Face nexus_face = face_of<nexus::Nexus>();

}  // namespace ludothek
