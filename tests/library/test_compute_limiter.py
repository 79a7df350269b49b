import asyncio

from daybook.library.graph_runs import ComputeLimiter


async def test_no_more_run_at_a_time_than_there_is_room_for_and_in_the_order_of_coming() -> None:
    turns, running, most, done = ComputeLimiter(2), 0, 0, []

    async def work(number: int) -> None:
        nonlocal running, most
        async with turns.taken():
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.001)
            running -= 1
            done.append(number)

    await asyncio.gather(*(work(number) for number in range(9)))

    assert most == 2
    assert done == sorted(done)


def test_one_queue_serves_several_event_loops() -> None:
    turns = ComputeLimiter(1)

    async def crowd() -> int:
        async def work() -> int:
            async with turns.taken():
                await asyncio.sleep(0)
                return 1

        return sum(await asyncio.gather(*(work() for _ in range(5))))

    assert [asyncio.run(crowd()) for _ in range(3)] == [5, 5, 5]


async def test_who_fails_gives_the_turn_away() -> None:
    turns = ComputeLimiter(1)

    async def fail() -> None:
        async with turns.taken():
            raise LookupError

    await asyncio.gather(fail(), fail(), return_exceptions=True)
    async with asyncio.timeout(1), turns.taken():
        pass
