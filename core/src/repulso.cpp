#include "ludothek/games/repulso.hpp"

#include "ludothek/game_interface.hpp"

namespace ludothek {

constinit const GameInterface repulso_interface = interface_of<repulso::Repulso>();

}  // namespace ludothek
