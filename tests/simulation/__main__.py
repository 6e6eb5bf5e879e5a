"""`python -m tests.simulation --seeds 100000`: any number of seeds; those that fail are kept."""

import argparse
import sys
import time
from collections.abc import Sequence

from tests.simulation.failed_seeds import keep
from tests.simulation.run import Result, simulate

PROGRESS = 5.0  # seconds between two lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run seeds until they are all done, or somebody interrupts."""
    options = _parser().parse_args(arguments)
    if options.replay is not None:
        return _report(simulate(options.replay, verbose=True))
    begun = shown = time.monotonic()
    failed = done = 0
    try:
        for seed in range(options.first, options.first + options.seeds):
            result = simulate(seed)
            done += 1
            if result.complaints:
                failed += 1
                _report(result)
                keep(result)
            if time.monotonic() > shown + PROGRESS:
                shown = time.monotonic()
                rate = done / (shown - begun)
                print(f"{done} of {options.seeds} seeds, {failed} failed, {rate:.1f} a second")
    except KeyboardInterrupt:
        print("interrupted")
    last = options.first + done - 1
    print(f"{done} seeds ({options.first} to {last}), {failed} failed")
    return 1 if failed else 0


def _report(result: Result) -> int:
    for complaint in result.complaints:
        print(f"seed {result.seed}: {complaint}")
    print(f"seed {result.seed}: trace {result.digest}, {result.seconds:.0f} s of virtual time")
    if result.complaints:
        print(f"python -m tests.simulation --replay {result.seed}", file=sys.stderr)
    return 1 if result.complaints else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1_000, help="how many seeds")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    parser.add_argument("--replay", type=int, metavar="SEED", help="one seed, with its trace")
    return parser


if __name__ == "__main__":
    sys.exit(main())
