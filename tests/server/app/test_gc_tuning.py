"""The collector of cycles looks at new objects only, and at all of them when there are many."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from ludothek.server.app.gc_tuning import AN_HOUR, GROWTH, SELDOM, GarbageCollector


class Ring:
    """Something that holds itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.itself: Any = self


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    before = gc.get_threshold()
    yield GarbageCollector()
    gc.unfreeze()
    gc.set_threshold(*before)


def test_what_was_dropped_since_the_last_look_is_freed(collector: GarbageCollector) -> None:
    dropped = ref(Ring())
    collector.look()
    assert dropped() is None


def test_what_is_in_use_is_looked_at_once(collector: GarbageCollector) -> None:
    kept = [Ring() for _ in range(100)]
    collector.look()
    looked_at = {id(each) for each in gc.get_objects()}  # the frozen ones are not among them
    assert not looked_at & {id(each) for each in kept}


def test_what_was_dropped_later_is_freed_when_there_is_much_more(
    collector: GarbageCollector,
) -> None:
    old = Ring()
    collector.look()
    dropped = ref(old)
    del old
    collector.look()
    assert dropped() is not None
    much_more = [object() for _ in range((GROWTH - 1) * collector.blocks)]
    for _ in range(SELDOM):
        collector.look()
    assert dropped() is None
    assert much_more


def test_what_was_dropped_later_is_freed_within_an_hour(collector: GarbageCollector) -> None:
    old = Ring()
    collector.look()
    dropped = ref(old)
    del old
    for _ in range(AN_HOUR):
        collector.look()
    assert dropped() is None
