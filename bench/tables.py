"""Load on a server: many open tables with bots that answer at once, killed in the middle and started again.

    python3 bench/tables.py build/mu [--tables 1000] [--actions 20] [--fuzz 100000] [--slow 50]

On this machine only (127.0.0.1). Every client plays one table and keeps the last view that it was sent. Prints memory
per table, p50 and p99 of action to answer, and what was different after kill -9: it should be nothing. Then so many
fuzzed messages and requests, with slow clients beside them that send a byte a second; memory before and after.
Needs the standard library alone.
"""
import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

games = {"whist": 4, "bridge": 4, "jass": 4, "differenzler": 4, "contree": 4, "euchre": 4, "ulti": 3, "snapszer": 2,
         "skat": 3}


class Client:
    """A WebSocket, as little of it as is needed."""

    @classmethod
    async def connect(cls, port: int) -> "Client":
        self = cls()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head.split(b"\r\n")[0], head
        self.asked = 0
        return self

    def send(self, data: bytes, opcode: int = 1) -> None:
        n = len(data)
        size = bytes([0x80 | n]) if n < 126 else (bytes([0x80 | 126]) + n.to_bytes(2, "big") if n < 65536
                                                 else bytes([0x80 | 127]) + n.to_bytes(8, "big"))
        self.writer.write(bytes([0x80 | opcode]) + size + b"\0\0\0\0" + data)

    async def receive(self) -> bytes:
        message = b""
        while True:
            first, second = await self.reader.readexactly(2)
            n = second & 127
            if n >= 126:
                n = int.from_bytes(await self.reader.readexactly(2 if n == 126 else 8), "big")
            data = await self.reader.readexactly(n)
            if first & 15 == 9:
                self.send(data, 10)
            elif first & 15 == 8:
                raise ConnectionError("closed")
            else:
                message += data
                if first & 0x80:
                    return message

    async def ask(self, **message: object) -> dict:
        self.asked += 1
        self.send(json.dumps({"v": 1, "re": self.asked, **message}).encode())
        while True:
            answer = json.loads(await self.receive())
            if answer.get("re") == self.asked:
                return answer


def start(mu: str, folder: str, port: int = 0) -> tuple[subprocess.Popen, int]:
    server = subprocess.Popen([mu, "serve", "--port", str(port), "--data", f"{folder}/tables.db", "--messages", "0"],
                              stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline().rsplit(":", 1)[1].rstrip("/\n"))


def memory_kb(server: subprocess.Popen) -> int:
    with open(f"/proc/{server.pid}/status", encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


class Table:
    """One person at one table; `seen` is the last view, `waits_ms` how long each answer took."""

    def __init__(self, number: int) -> None:
        self.game = list(games)[number % len(games)]
        self.me = min(2, games[self.game] - 1)
        self.number, self.key, self.seen, self.waits_ms = number, "", {}, []
        self.client: Client | None = None

    async def begin(self, port: int) -> None:
        self.client = await Client.connect(port)
        seats = ["person" if k == self.me else "casual" for k in range(games[self.game])]
        self.seen = await self.client.ask(type="new", game=self.game, seats=seats, seed=self.number, player=self.me)
        self.key = self.seen["key"]

    async def act(self) -> None:
        where = {"table": self.seen["table"], "at": self.seen["at"]}
        began = time.perf_counter()
        if self.seen.get("result"):
            now = await self.client.ask(type="next", table=self.seen["table"])
        elif self.seen["waits"]:
            now = await self.client.ask(type="act", action=self.seen["legal"][0]["id"], **where)
        else:
            now = await self.client.ask(type="step", **where)
        self.waits_ms.append(1000 * (time.perf_counter() - began))
        assert now["type"] == "view", now
        self.seen = now

    async def play(self, actions: int) -> None:
        for _ in range(actions):
            await self.act()
            await asyncio.sleep(random.random())  # people are not machines

    async def resumed(self, port: int) -> bool:
        """Whether the table is where we saw it, or one action on, whose answer the kill cut off."""
        self.client = await Client.connect(port)
        joined = await self.client.ask(type="join", key=self.key)
        now = await self.client.ask(type="see", table=joined["table"])
        before = (self.seen["deal"], self.seen["at"])
        ahead = (now["deal"], now["at"])
        self.seen = now
        return ahead >= before and (ahead[0] > before[0] or ahead[1] - before[1] <= 1)


def share(values: list[float], p: float) -> float:
    return sorted(values)[int(p * (len(values) - 1))]


async def each(what, width: int = 100) -> list:
    """Coroutines, so many at a time."""
    turns = asyncio.Semaphore(width)

    async def one(c):
        async with turns:
            return await c
    return await asyncio.gather(*(one(c) for c in what))


def rubbish(source: random.Random, seeds: list[bytes]) -> bytes:
    data = bytearray(source.choice(seeds))
    for _ in range(source.randint(0, 6)):
        at = source.randrange(len(data) + 1)
        kind = source.randrange(4)
        if kind == 0:
            data[at:at + source.randint(0, 9)] = b""
        elif kind == 1:
            data[at:at] = source.randbytes(source.randint(1, 9))
        elif kind == 2:
            data[at:at] = source.choice([b'"', b"{", b"[", b"null", b"-1", b"1e999", b"\\u0000", b"99999999999999999999"])
        elif data:
            data[at % len(data)] = source.randrange(256)
    return bytes(data)


async def fuzz(port: int, table: Table, count: int) -> None:
    where = {"v": 1, "table": table.seen["table"]}
    seeds = [json.dumps({**where, **m}).encode() for m in (
        {"type": "hello"}, {"type": "see", "since": 0}, {"type": "act", "action": 3, "at": 1}, {"type": "next"},
        {"type": "undo"}, {"type": "links"}, {"type": "beliefs"}, {"type": "seat", "player": 0, "who": "club"},
        {"type": "join", "key": "0" * 32}, {"type": "read", "text": "[Deal \"N:AK.. - - -\"]"},
        {"type": "analyse", "record": "whist/1 | x"}, {"type": "teach", "record": "whist/1 | x", "at": 0, "worlds": 1},
        {"type": "lab", "game": "euchre", "hand": "JA.9.K.T", "up": "Ks", "calls": ["pass"], "worlds": 2, "solved": 1}, {"type": "new", "game": "whist", "seats": [], "seed": 1})]
    requests = [b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"POST /ws HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
                b"GET /../x HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-1\r\n\r\n"]

    async def messages(part: int) -> None:
        source = random.Random(part)
        client = await Client.connect(port)
        await client.ask(type="join", key=table.key)
        for _ in range(count // 8 * 17 // 20):
            client.send(rubbish(source, seeds))  # not UTF-8 now and then: the server hangs up
            try:
                await client.receive()
            except (ConnectionError, asyncio.IncompleteReadError):
                client = await Client.connect(port)
                await client.ask(type="join", key=table.key)

    async def frames(part: int) -> None:
        """Frames that no browser sends: not masked, reserved bits, endless, in pieces, of unknown kinds."""
        source = random.Random(200 + part)
        for _ in range(count // 8 // 20):
            client = await Client.connect(port)
            data = source.choice(seeds)
            head = bytes([source.randrange(256), source.choice([len(data) % 126, 0x80 | len(data) % 126, 126, 254, 255])])
            client.writer.write(source.choice([
                head + data, head + source.randbytes(source.randint(0, 40)) + data, b"\x01\x82\0\0\0\0{}" * 3,
                b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0{}", b"\x89\xfe\xff\xff\0\0\0\0", source.randbytes(64)]))
            client.writer.write_eof()
            try:
                await client.reader.read()
            except ConnectionError:
                pass
            client.writer.close()

    async def http(part: int) -> None:
        source = random.Random(100 + part)
        for _ in range(count // 8 // 10):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(rubbish(source, requests))
            writer.write_eof()
            try:
                await reader.read()
            except ConnectionError:
                pass
            writer.close()

    await asyncio.gather(*(f(k) for f in (messages, http, frames) for k in range(8)))


async def slow_client(port: int) -> None:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        for byte in b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 10_000:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(1)
    except ConnectionError:
        pass


async def main() -> None:
    read = argparse.ArgumentParser()
    read.add_argument("mu")
    read.add_argument("--tables", type=int, default=1000)
    read.add_argument("--actions", type=int, default=20)
    read.add_argument("--fuzz", type=int, default=100_000)
    read.add_argument("--slow", type=int, default=50)
    asked = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start(asked.mu, folder)
        empty = memory_kb(server)
        tables = [Table(k) for k in range(asked.tables)]
        await each([t.begin(port) for t in tables])
        print(f"{asked.tables} tables: {(memory_kb(server) - empty) / asked.tables:.1f} kB each when dealt; {empty} kB without any")
        slow = [asyncio.create_task(slow_client(port)) for _ in range(asked.slow)]
        cpu = os.sysconf("SC_CLK_TCK")
        before, own = time.perf_counter(), time.process_time()
        await asyncio.gather(*(t.play(asked.actions) for t in tables))
        took, own = time.perf_counter() - before, time.process_time() - own
        waits = [w for t in tables for w in t.waits_ms]
        with open(f"/proc/{server.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        spent = (int(fields[11]) + int(fields[12])) / cpu
        print(f"{len(waits)} actions in {took:.1f} s with {asked.slow} slow clients beside: action to answer p50 {share(waits, 0.5):.1f} ms, "
              f"p99 {share(waits, 0.99):.1f} ms; processor time: server {spent:.1f} s in all, these clients {own:.1f} s; {(memory_kb(server) - empty) / asked.tables:.1f} kB a table")

        playing = [asyncio.create_task(t.play(1000)) for t in tables]
        await asyncio.sleep(2)
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.gather(*playing, return_exceptions=True)
        server.wait()
        server, port = start(asked.mu, folder)
        same = await each([t.resumed(port) for t in tables])
        print(f"killed under load and started again: {sum(same)} of {len(same)} tables where they were")
        await each([t.act() for t in tables])
        print("all of them went on")

        if asked.fuzz:
            one = memory_kb(server)
            await fuzz(port, tables[0], asked.fuzz // 2)
            half = memory_kb(server)
            await fuzz(port, tables[0], asked.fuzz // 2)
            print(f"{asked.fuzz} fuzzed messages, frames and requests: {one} kB before, {half} kB half way, {memory_kb(server)} kB after")
            await each([t.resumed(port) for t in tables[1:]])  # whoever was silent for two minutes was let go
            await each([t.act() for t in tables[1:]])
            print("the tables went on")
        for task in slow:
            task.cancel()
        server.kill()
        if not all(same):
            sys.exit(1)


asyncio.run(main())
