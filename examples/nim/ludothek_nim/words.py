"""What front ends say of Nim, by language; other languages get the English words."""

from collections.abc import Mapping
from typing import Final

from ludothek.games.protocol import Words
from ludothek_nim.rules import HEAPS

_PLACES: Final = [
    (heap, number) for heap, most in enumerate(HEAPS, 1) for number in range(1, most + 1)
]

ENGLISH: Final[Words] = {
    "title": "Nim",
    "tagline": "Three heaps of matches, and nobody can stop counting.",
    "goal": "Take the last match.",
    "rules": [
        "Three, four and five matches lie in three heaps.",
        "In turn, each player takes any number of matches from one heap, at least one.",
        "Whoever takes the last match wins.",
    ],
    "terms": {
        "seat": {"1": "First", "2": "Second"},
        "place": {
            f"{heap}:{number}": f"Heap {heap}, match {number} from the right"
            for heap, number in _PLACES
        },
    },
    "phases": {
        "turn": {
            "you": "Your turn: touch a match to take it and all to the right of it.",
            "other": "{seat:seat} takes matches.",
        }
    },
    "kinds": {
        "take": {
            "choice": {
                "count": "matches",
                "one": "Take one match from heap {heap}",
                "other": "Take {matches} matches from heap {heap}",
            }
        }
    },
    "events": {
        "taken": {
            "count": "matches",
            "one": "{seat:seat} takes one match from heap {heap}.",
            "other": "{seat:seat} takes {matches} matches from heap {heap}.",
        }
    },
    "outcomes": {"last-match": "The last match is taken."},
    "reasons": {"over": "The game is over.", "too-many": "Heap {heap} has only {left} matches."},
    "options": {
        "last": {
            "name": "The last match",
            "about": "What becomes of whoever takes it?",
            "values": {
                "wins": {"label": "wins", "about": "The usual game."},
                "loses": {"label": "loses", "about": "Misère: leave the last match to the other."},
            },
        }
    },
}

GERMAN: Final[Words] = {
    "title": "Nim",
    "tagline": "Drei Haufen Streichhölzer, und alle zählen mit.",
    "goal": "Nimm das letzte Streichholz.",
    "rules": [
        "Drei, vier und fünf Streichhölzer liegen in drei Haufen.",
        "Abwechselnd nimmt jeder beliebig viele Hölzer von einem Haufen, mindestens eines.",
        "Wer das letzte Holz nimmt, gewinnt.",
    ],
    "terms": {
        "seat": {"1": "Eins", "2": "Zwei"},
        "place": {
            f"{heap}:{number}": f"Haufen {heap}, {number}. Holz von rechts"
            for heap, number in _PLACES
        },
    },
    "phases": {
        "turn": {
            "you": "Du bist dran: Berühre ein Holz, um es und alle rechts davon zu nehmen.",
            "other": "{seat:seat} nimmt Hölzer.",
        }
    },
    "kinds": {
        "take": {
            "choice": {
                "count": "matches",
                "one": "Ein Holz von Haufen {heap} nehmen",
                "other": "{matches} Hölzer von Haufen {heap} nehmen",
            }
        }
    },
    "events": {
        "taken": {
            "count": "matches",
            "one": "{seat:seat} nimmt ein Holz von Haufen {heap}.",
            "other": "{seat:seat} nimmt {matches} Hölzer von Haufen {heap}.",
        }
    },
    "outcomes": {"last-match": "Das letzte Holz ist genommen."},
    "reasons": {
        "over": "Das Spiel ist vorbei.",
        "too-many": "Haufen {heap} hat nur {left} Hölzer.",
    },
    "options": {
        "last": {
            "name": "Das letzte Holz",
            "about": "Was wird aus dem, der es nimmt?",
            "values": {
                "wins": {"label": "gewinnt", "about": "Das gewöhnliche Spiel."},
                "loses": {"label": "verliert", "about": "Misère: Überlass das letzte Holz."},
            },
        }
    },
}

WORDS: Final[Mapping[str, Words]] = {"en": ENGLISH, "de": GERMAN}
