#!/usr/bin/env python3
"""Draws columns of a CSV file over its first column as an SVG.

    curve.py FILE.csv COLUMN [COLUMN ...] --out FILE.svg
"""
import argparse
import csv
import pathlib

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 300, 52, 14, 30, 36
COLOURS = ("#1f6feb", "#d1603d", "#2e8b57")


def scale(low, high, start, end):
    return lambda value: start + (value - low) / ((high - low) or 1) * (end - start)


def draw(title, xs, series):
    """xs: numbers; series: {name: numbers}, drawn over one vertical axis."""
    every = [value for values in series.values() for value in values]
    low, high = min(every), max(every)
    x, y = scale(min(xs), max(xs), LEFT, WIDTH - RIGHT), scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             f'font-size="11"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for i in range(5):
        value = low + (high - low) * i / 4
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.2f}</text>')
        at = min(xs) + (max(xs) - min(xs)) * i / 4
        parts.append(f'<text x="{x(at):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{at:.0f}</text>')
    for number, (name, values) in enumerate(series.items()):
        points = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in zip(xs, values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[number]}" stroke-width="1.6"/>'
                     f'<text x="{LEFT + 200 * number}" y="16" fill="{COLOURS[number]}">{name}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{title}</text></svg>\n')
    return "\n".join(parts)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("csv", type=pathlib.Path)
    options.add_argument("columns", nargs="+")
    options.add_argument("--out", type=pathlib.Path, required=True)
    choice = options.parse_args()
    with choice.csv.open() as file:
        rows = list(csv.DictReader(file))
    first = next(iter(rows[0]))
    series = {name: [float(row[name]) for row in rows] for name in choice.columns}
    choice.out.write_text(draw(first, [float(row[first]) for row in rows], series))


if __name__ == "__main__":
    main()
