#!/usr/bin/env python3
"""Plots the time of every bridge table against libdds.

    build/mu bench --solve --only "bridge, table" --deals 250 --times tables.csv
    bench/plot_tables.py tables.csv docs/algorithms/bridge_tables.svg

One dot is one deal: all five denominations, all four leaders, CPU time of one thread. Below the
diagonal we are faster.
"""

import argparse
import csv
import math

SIZE, LEFT, BOTTOM, EDGE = 460, 64, 48, 16


def read(path, workload):
    with open(path, newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if workload in r["workload"]]
    if not rows:
        raise SystemExit(f"{path}: no workload has '{workload}' in its name")
    return [(float(r["theirs"]), float(r["ours"])) for r in rows]


def decades(points):
    values = [v for point in points for v in point]
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def plot(points):
    low, high = decades(points)
    span = SIZE - LEFT - EDGE

    def x(value):
        return LEFT + (math.log10(value) - low) / (high - low) * span

    def y(value):
        return SIZE - BOTTOM - (math.log10(value) - low) / (high - low) * (SIZE - BOTTOM - EDGE)

    ratio = sum(p[1] for p in points) / sum(p[0] for p in points)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}"'
        f' height="{SIZE}" font-family="sans-serif" font-size="12">',
        f'<rect width="{SIZE}" height="{SIZE}" fill="white"/>',
    ]
    for decade in range(low, high + 1):
        at, name = 10.0**decade, f"{10.0**decade:g}"
        out.append(f'<path d="M{x(at):.1f} {y(10.0**low):.1f}V{y(10.0**high):.1f}" stroke="#ddd"/>')
        out.append(f'<path d="M{x(10.0**low):.1f} {y(at):.1f}H{x(10.0**high):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{x(at):.1f}" y="{SIZE - BOTTOM + 16}" text-anchor="middle">{name}</text>')
        out.append(f'<text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{name}</text>')
    ends = 10.0**low, 10.0**high
    out.append(
        f'<path d="M{x(ends[0]):.1f} {y(ends[0]):.1f}L{x(ends[1]):.1f} {y(ends[1]):.1f}" stroke="#888"/>'
    )
    for theirs, ours in points:
        out.append(
            f'<circle cx="{x(theirs):.1f}" cy="{y(ours):.1f}" r="2.5" fill="#06c" fill-opacity="0.6"/>'
        )
    middle = LEFT + span / 2
    out.append(f'<text x="{middle}" y="{SIZE - 12}" text-anchor="middle">libdds, ms a table</text>')
    out.append(
        f'<text transform="translate(16 {SIZE / 2}) rotate(-90)" text-anchor="middle">mu, ms a table</text>'
    )
    out.append(
        f'<text x="{LEFT + 10}" y="{EDGE + 16}">{len(points)} deals, mean ratio {ratio:.2f}</text>'
    )
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("times", help="what mu bench --solve --times has written")
    parser.add_argument("svg", help="where the plot goes")
    parser.add_argument("--workload", default="bridge, table")
    options = parser.parse_args()
    with open(options.svg, "w", encoding="utf-8") as file:
        file.write(plot(read(options.times, options.workload)))


if __name__ == "__main__":
    main()
