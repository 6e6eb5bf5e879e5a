"""Long computations in slices: clients take turns, and who gives up leaves a turn to others."""

import asyncio
from collections.abc import Iterator

import pytest

from ludothek.server.runtime.time_slicing import STEPS, Slices


def _steps(number: int) -> Iterator[int]:
    return iter(range(number))


def test_all_steps_are_taken() -> None:
    async def story() -> None:
        slices = Slices()
        for number in (1, STEPS, 3 * STEPS + 1):
            assert await slices.collect(_steps(number)) == list(range(number))
            assert await slices.last(_steps(number)) == number - 1
        assert await slices.collect(_steps(0)) == []
        assert await slices.aside(lambda: 7) == 7

    asyncio.run(story())


def test_who_wants_much_holds_nobody_else_up() -> None:
    async def story() -> None:
        slices, ended = Slices(), list[str]()

        async def work(client: str, number: int) -> None:
            await slices.collect(_steps(number), client)
            ended.append(client)

        async with asyncio.TaskGroup() as group:
            for _ in range(30):
                group.create_task(work("greedy", 2 * STEPS))
            await asyncio.sleep(0)
            group.create_task(work("modest", 2 * STEPS))
        assert ended.index("modest") < 4

    asyncio.run(story())


def test_a_turn_that_is_not_wanted_any_more_is_passed_on() -> None:
    async def story() -> None:
        slices = Slices()
        first, *others = (asyncio.create_task(slices.collect(_steps(3 * STEPS))) for _ in range(4))
        await asyncio.sleep(0)
        for other in others[:2]:
            other.cancel()
        assert len(await first) == len(await others[2]) == 3 * STEPS
        late = asyncio.create_task(slices.aside(lambda: 1))
        waiting = asyncio.create_task(slices.collect(_steps(1)))
        await asyncio.sleep(0)
        late.cancel()
        assert await waiting == [0]
        assert await slices.collect(_steps(2)) == [0, 1]

    asyncio.run(story())


def test_an_error_in_a_step_goes_to_who_wanted_it_and_the_turn_to_the_next() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise ValueError("no")

    async def story() -> None:
        slices = Slices()
        broken = asyncio.create_task(slices.collect(failing(), "one"))
        other = asyncio.create_task(slices.collect(_steps(2), "other"))
        with pytest.raises(ValueError, match="no"):
            await broken
        assert await other == [0, 1]

    asyncio.run(story())
