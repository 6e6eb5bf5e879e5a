"""The frames of a motion to keep, chosen by JavaScript in one call.

It stands in for `src/ludothek/physics/simulation/keyframes.py`, whose operations on arrays would be
a thousand calls; `web/src/local/keyframes.ts` does the same.
"""

from ludothek_table import keyframes as _keyframes

Numbers = Slack = object()


def keyframes(numbers, slack):
    """The rows of each piece's track, from its numbers in each frame; none where it stays."""
    return [rows.tobytes() for rows in _keyframes(numbers.js, slack.js).to_py()]
