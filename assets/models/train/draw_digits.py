#!/usr/bin/env python3
"""Draws ten digits with round strokes, 28 x 28, white on black: own_0.pgm ... own_9.pgm.

    draw_digits.py --out DIR
"""
import argparse
import math
import pathlib

import numpy as np

SIZE, BOX, RADIUS = 28, 20, 1.25  # picture, square the digit fills, half a stroke's width; pixels


def arc(x, y, rx, ry, first, last, steps=24):
    """Points of an ellipse; degrees, 0 to the right, 90 down."""
    angles = [math.radians(first + (last - first) * i / steps) for i in range(steps + 1)]
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]


# Strokes in a square from (0, 0) top left to (1, 1).
STROKES = {
    0: [arc(0.5, 0.5, 0.32, 0.48, -70, 290)],
    1: [[(0.38, 0.16), (0.54, 0.02), (0.5, 0.98)]],
    2: [arc(0.48, 0.28, 0.28, 0.26, 190, 380) + [(0.58, 0.6), (0.2, 0.96)], [(0.2, 0.96), (0.5, 0.93), (0.82, 0.97)]],
    3: [arc(0.46, 0.26, 0.26, 0.24, 205, 435), arc(0.44, 0.73, 0.31, 0.25, -80, 150)],
    4: [[(0.28, 0.06), (0.2, 0.54), (0.84, 0.5)], [(0.68, 0.08), (0.62, 0.98)]],
    5: [[(0.8, 0.04), (0.34, 0.06), (0.28, 0.44)], [(0.28, 0.44)] + arc(0.46, 0.68, 0.31, 0.28, -110, 140)],
    6: [[(0.66, 0.02), (0.42, 0.26), (0.26, 0.56)] + arc(0.48, 0.72, 0.25, 0.25, 200, -170)],
    7: [[(0.16, 0.08), (0.5, 0.06), (0.84, 0.05), (0.6, 0.46), (0.42, 0.98)]],
    8: [arc(0.5, 0.26, 0.22, 0.23, 90, 450), arc(0.5, 0.74, 0.28, 0.25, -90, 270)],
    9: [arc(0.48, 0.28, 0.26, 0.25, 0, 360) + [(0.7, 0.6), (0.6, 0.98)]],
}


def distance(points, start, end):
    """Of every pixel centre to a line from start to end."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    along = ((points[0] - ax) * dx + (points[1] - ay) * dy) / max(dx * dx + dy * dy, 1e-12)
    along = np.clip(along, 0.0, 1.0)
    return np.hypot(points[0] - ax - along * dx, points[1] - ay - along * dy)


def draw(strokes):
    y, x = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    nearest = np.full((SIZE, SIZE), np.inf)
    margin = (SIZE - BOX) / 2
    for stroke in strokes:
        placed = [(margin + BOX * px, margin + BOX * py) for px, py in stroke]
        for start, end in zip(placed, placed[1:]):
            nearest = np.minimum(nearest, distance((x, y), start, end))
    return np.rint(255 * np.clip(RADIUS + 0.5 - nearest, 0.0, 1.0)).astype(np.uint8)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=pathlib.Path, required=True)
    out = options.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for digit, strokes in STROKES.items():
        (out / f"own_{digit}.pgm").write_bytes(b"P5\n%d %d\n255\n" % (SIZE, SIZE) + draw(strokes).tobytes())


if __name__ == "__main__":
    main()
