#include "ludothek/games/repulso.hpp"

#include "ludothek/face.hpp"

namespace ludothek {

constinit const Face repulso_face = face_of<repulso::Repulso>();

}  // namespace ludothek
