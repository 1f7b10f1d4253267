"""Belief nets on the processor: make test-learn."""

from __future__ import annotations

import itertools
import math
import struct
from pathlib import Path

import numpy as np
import pytest
import torch
from learn.beliefs import (
    Question,
    Rows,
    card_chances,
    drawn_chances,
    fit,
    log_of_sizes,
    log_of_truth,
    log_weights,
    losses,
    main,
    parser,
    question,
    read_rows,
    split_agents,
    write,
)
from learn.net import Net, file_format


def written(path: Path, count: int, seed: int) -> Path:
    """Rows of a made-up game of 8 cards: bit 0 tells in which hand card 3 lies."""
    random = np.random.default_rng(seed)
    rows = b""
    for _ in range(count):
        bits = int(random.integers(0, 1 << 12))
        truth = np.full(8, 255, np.uint8)
        unseen = np.sort(random.permutation(8)[: random.integers(2, 8)])
        sizes = random.permutation(np.arange(len(unseen)) % 3)
        truth[unseen] = sizes
        if truth[3] < 2:
            bits = bits & ~1 | int(truth[3])
        allowed = np.where(truth < 255, 7, 0).astype(np.uint8)
        for c in unseen:  # now and then a place that is excluded
            if random.random() < 0.2:
                allowed[c] &= 7 ^ (1 << ((int(truth[c]) + 1) % 3))
        rows += struct.pack("<Q", bits) + truth.tobytes() + allowed.tobytes()
    path.write_bytes(b"mu-rows\1" + struct.pack("<6I", 1, 12, 1, 8, 3, 0) + rows)
    return path


def worlds_of(q: Question, row: int, w: torch.Tensor) -> tuple[torch.Tensor, float, float]:
    """By listing all: chances of cards, the weight of the true world, and of all together."""
    cards = [c for c in range(q.asked.shape[1]) if q.asked[row, c] > 0]
    room = q.truth[row].sum(1)
    total, true = 0.0, 0.0
    chance = torch.zeros(q.allowed.shape[1], q.asked.shape[1], dtype=torch.float64)
    for places in itertools.product(range(3), repeat=len(cards)):
        if any(places.count(p) != room[p] for p in range(3)):
            continue
        if any(q.allowed[row, p, c] == 0 for p, c in zip(places, cards)):
            continue
        weight = math.exp(sum(float(w[row, p, c]) for p, c in zip(places, cards)))
        total += weight
        for p, c in zip(places, cards):
            chance[p, c] += weight
        if all(q.truth[row, p, c] > 0 for p, c in zip(places, cards)):
            true = weight
    return chance / total, true, total


def test_the_loss_is_that_of_the_sampler(tmp_path: Path) -> None:
    rows = read_rows(written(tmp_path / "a.rows", 20, 1))
    q = question(rows, torch.arange(len(rows)))
    torch.manual_seed(2)
    w = log_weights(2 * torch.randn(len(rows), 24), q, 3)
    chance = card_chances(w, q)
    likely = log_of_truth(chance, q) - log_of_sizes(chance, q)
    drawn = drawn_chances(w, q)
    for row in range(len(rows)):
        listed, true, total = worlds_of(q, row, w)
        assert float(likely[row]) == pytest.approx(math.log(true / total), abs=1e-4)
        torch.testing.assert_close(drawn[row].double(), listed, atol=1e-4, rtol=0)


def test_cards_keep_their_names(tmp_path: Path) -> None:
    rows = read_rows(written(tmp_path / "a.rows", 50, 3))
    q = question(rows, torch.arange(len(rows)))
    out = torch.arange(24).float().expand(len(rows), 24) / 12 - 1
    w = log_weights(out, q, 3)
    for row in range(len(rows)):
        for k in range(int(q.asked[row].sum())):
            c = int(q.order[row, k])
            assert [float(x) for x in w[row, :, k]] == pytest.approx([(8 * p + c) / 12 - 1 for p in range(3)])
            assert q.truth[row, :, k].argmax() == rows.truth[row, c]


def fitted(rows: Rows, samples: int, loss: str = "worlds") -> Net:
    torch.manual_seed(4)
    torch.set_num_threads(1)
    arguments = f"whist --samples {samples} --hidden 32 --batch 128 --loss {loss} --rate 0.005"
    return fit(parser().parse_args(arguments.split()), rows)


# What is learnt a card alone has the facts in it already.
@pytest.mark.parametrize(("loss", "use"), [("worlds", "weights"), ("cards", "over_facts")])
def test_a_net_learns_where_cards_lie(tmp_path: Path, loss: str, use: str) -> None:
    rows = read_rows(written(tmp_path / "a.rows", 1500, 5))
    exam = read_rows(written(tmp_path / "b.rows", 500, 6))
    untrained = losses(fitted(rows, 0), exam)
    assert untrained["weights"] == pytest.approx(untrained["facts"], abs=1e-4)
    learnt = losses(fitted(rows, 30000, loss), exam)
    # What bit 0 tells is worth about 0.08 a card.
    assert learnt[use] < learnt["facts"] - 0.04


def test_the_file_says_what_the_net_says(tmp_path: Path) -> None:
    rows = read_rows(written(tmp_path / "a.rows", 10, 7))
    net = fitted(rows, 0)
    torch.nn.init.normal_(net.last.weight, std=0.1)
    write(tmp_path / "a.munet", net, rows, "whist", {})
    header, weights = file_format().read_net(tmp_path / "a.munet")
    assert header["heads"] == ["places"] and header["outputs"] == 24
    q = question(rows, torch.arange(10))
    said = file_format().forward(weights, q.x.numpy())
    np.testing.assert_allclose(said, net(q.x).detach().numpy(), atol=5e-3)


def test_what_is_asked_for_wrongly_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["poker"]) == 2
    assert "contree" in capsys.readouterr().err
    assert main(["whist", "--games", "rule"]) == 2
    assert "AGENTS:N" in capsys.readouterr().err
    (tmp_path / "no.rows").write_bytes(b"no rows" + bytes(100))
    with pytest.raises(ValueError, match="no.rows: is no file of rows"):
        read_rows(tmp_path / "no.rows")
    assert split_agents("net, blunder(p=0.1, inner=rule),rule") == ["net", "blunder(p=0.1, inner=rule)", "rule"]
