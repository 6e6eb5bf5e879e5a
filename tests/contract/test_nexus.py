from typing import ClassVar

from ludothek.games.nexus import NEXUS, State
from ludothek.testing import Contract


class TestNexus(Contract):
    """nexus 2.1"""

    game: ClassVar = NEXUS
    longest = 80  # games can be far longer (5.3); what can happen, happens early too
    always_ends = False

    @staticmethod
    def material(state: State) -> int:
        """Rings on the table, or in the hand of who is changing them."""
        change = state.under_way
        in_hand = len(getattr(change, "lifted", ())) - getattr(change, "laid", 0)
        return len(state.board.rings) + in_hand
