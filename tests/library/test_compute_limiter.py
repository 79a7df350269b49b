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
