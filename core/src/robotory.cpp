#include "ludothek/games/robotory.hpp"

#include "ludothek/face.hpp"

namespace ludothek {

constinit const Face robotory_face = face_of<robotory::Robotory>();

}  // namespace ludothek
