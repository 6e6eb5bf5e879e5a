#include "ludothek/games/robotory.hpp"

#include "ludothek/game_interface.hpp"

namespace ludothek {

constinit const GameInterface robotory_interface = interface_of<robotory::Robotory>();

}  // namespace ludothek
