"""Names of people: none looks like the computer or the house, and honest ones are taken."""

import pytest

from ludothek.server.match.refusals import Refused
from ludothek.server.match.setup.name_cleaning import clean_name
from tests.attacks.secrets.guessed_passwords import NAMES

IMITATIONS = (
    "Computer AI",
    "Computer (KI)",
    "AI Computer",
    "Comput3r",
    "C0mput3r 8",
    "Computer #8",
    "Level 8",
    "Stufe 5",
    "KI Stufe 8",
    "Ordenador IA nivel 3",
    "L'ordinateur",
    "Ludothek Bot",
    "\ua4daomputer",  # Lisu
    "\u03f9omputer",  # a Greek lunate sigma
    "\u13dfomputer",  # Cherokee
    "\u1d04\u1d0f\u1d0d\u1d18\u1d1c\u1d1b\u1d07\u0280",  # small capitals
)
HONEST = (
    *("Ada", "Ki", "Ai", "Kia", "Laia", "Elia", "Bot", "Ki 8", "Ada 3", "R2D2", "1337", "L"),
    *("Level Up", "Niveau de Paul", "Il Nivelles", "Stufen", "Computerfan", "Casanova"),
    *("Casandra", "Haus Müller", "Lena Haus", "Hauser", "Huisman", "Ludo"),
    *("Мария", "Никита", "Игорь", "Ελένη", "José", "Ægir", "さくら"),
)


@pytest.mark.parametrize("name", [*IMITATIONS, *NAMES])
def test_a_name_that_looks_like_the_computer_or_the_house_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.refusal.code == "name-reserved"


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_is_taken(name: str) -> None:
    assert clean_name(name) == name
