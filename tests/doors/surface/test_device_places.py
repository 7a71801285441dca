"""Of each device there is one; what it is told, and who learns of it, is in network/."""

import asyncio

from tests.stories.happened import CLI, a_device

from quarterdeck.domain.callers import Caller
from quarterdeck.doors.surface.device_places import DevicePlaces, Place

TABLET = a_device("tablet").caller()


def visits(callers: list[Caller]) -> list[bool]:
    """Whether each of these was replaced, who all come and stay until they are."""

    async def come() -> list[bool]:
        places, found = DevicePlaces(), []

        async def stay(caller: Caller) -> None:
            async with places.taken(caller, "10.0.0.7", "keyboard-desk") as place:
                there.append(place)
                found.append(place)
                await place.replaced.wait()
                there.remove(place)

        there: list[Place] = []
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(stay(caller)) for caller in callers]
            for _ in range(10 * len(callers)):
                await asyncio.sleep(0)
            assert len(there) == (1 if callers[0] is TABLET else len(callers))
            replaced = [place.replaced.is_set() for place in found]
            for task in tasks:
                task.cancel()
        return replaced

    return asyncio.run(come())


def test_the_newest_with_a_devices_token_has_its_place() -> None:
    assert visits([TABLET]) == [False]
    assert visits([TABLET, TABLET]) == [True, False]
    assert visits([TABLET] * 5) == [True] * 4 + [False]


def test_who_has_no_token_of_its_own_has_as_many_as_it_likes() -> None:
    assert visits([CLI] * 3) == [False] * 3
