"""Queues at the bot workers: how long a decision waits when many tables share few workers.

    python3 bench/bot_queue.py [--tables 1000000] [--seconds 0.05] [--think 8] [--use 0.7 0.8 0.9 0.95]

A table asks for a bot's decision, waits for it, and asks again after a pause (people think, cards travel). Decisions take
`seconds` of one worker on average. For each use of the workers it says how many are needed and how long decisions wait, from a
simulation of a fair share of them (first come, first served), with thinking and decision times drawn at random
(exponential, which is worse than bots with a fixed time are).
"""
import argparse
import heapq
import random

read = argparse.ArgumentParser()
read.add_argument("--tables", type=float, default=1e6)
read.add_argument("--seconds", type=float, default=0.05, help="of a worker for a decision")
read.add_argument("--think", type=float, default=8, help="seconds between two questions of a table")
read.add_argument("--use", type=float, nargs="+", default=[0.7, 0.8, 0.9, 0.95])
read.add_argument("--group", type=int, default=64, help="workers that share a queue")
asked = read.parse_args()


def waits(tables: int, workers: int, decisions: int = 200_000) -> list[float]:
    source = random.Random(1)
    free = [0.0] * workers  # when each worker is done
    events = [(source.expovariate(1 / asked.think), k) for k in range(tables)]
    heapq.heapify(events)
    out = []
    while len(out) < decisions:
        now, table = heapq.heappop(events)
        begins = max(now, heapq.heappop(free))
        ends = begins + source.expovariate(1 / asked.seconds)
        heapq.heappush(free, ends)
        heapq.heappush(events, (ends + source.expovariate(1 / asked.think), table))
        out.append(begins - now)
    return sorted(out[decisions // 4:])  # without the start


load = asked.tables / (asked.think + asked.seconds) * asked.seconds  # workers busy on average
print(f"{asked.tables:.0f} tables, a question every {asked.think:g} s, {1000 * asked.seconds:g} ms each: {load:.0f} workers' work")
print("use of workers   workers   wait p50 ms   p99 ms   p99.9 ms")
for use in asked.use:
    tables = round(asked.group * use * (asked.think + asked.seconds) / asked.seconds)
    w = waits(tables, asked.group)
    at = [1000 * w[int(p * (len(w) - 1))] for p in (0.5, 0.99, 0.999)]
    print(f"{use:14.2f} {load / use:9.0f} {at[0]:13.1f} {at[1]:8.1f} {at[2]:10.1f}")
