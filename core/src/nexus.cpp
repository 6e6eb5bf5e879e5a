#include "ludothek/games/nexus.hpp"

#include "ludothek/game_interface.hpp"

namespace ludothek {

constinit const GameInterface nexus_interface = interface_of<nexus::Nexus>();

}  // namespace ludothek
