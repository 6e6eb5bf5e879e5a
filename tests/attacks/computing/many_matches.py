"""One guest with many matches against the strongest computer: others get their answers."""

from contextlib import ExitStack

from tests.attacks.harness import Target, run

LEVEL = 13


def attack(target: Target, matches: int = 20, decisions: int = 200) -> None:
    """Let computers think in many matches at once, while the normal match takes decisions."""
    with ExitStack() as stack:
        mallory = stack.enter_context(target.visitor())
        for _ in range(matches):
            mallory.create("robotory", f"computer:{LEVEL}", "me")
            target.note("set up")
        before = len(target.normal.samples)
        target.normal.goes_on(decisions)
        answers = [each.answer for each in target.normal.samples[before:] if each.answer]
        target.notes.append(f"{len(answers)} answers of the computer")


if __name__ == "__main__":
    run(attack)
