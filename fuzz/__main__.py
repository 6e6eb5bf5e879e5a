"""`python -m fuzz [TARGET …] [--examples N]`."""

import argparse

from fuzz.targets import TARGETS, run


def main() -> None:
    """Run targets until something breaks a promise, or all examples are done."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="Fuzz whatever reads text.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--examples", type=int, default=20_000, help="for each target")
    arguments = parser.parse_args()
    for name in arguments.targets or TARGETS:
        if name not in TARGETS:
            parser.error(f"no target is named {name!r}; there are {', '.join(TARGETS)}")
    for name in arguments.targets or TARGETS:
        run(name, arguments.examples)
        print(f"{name}: {arguments.examples} examples, no promise broken")


if __name__ == "__main__":
    main()
