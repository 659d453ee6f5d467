#!/usr/bin/env python3
"""against_model.py MEASURED.json MODELLED.json: seconds of each step as measured and as the model has them.

Both are `strata run --json` of the same experiment. Prints a line for each step that both have, and the median factor.
"""
import json, statistics, sys


def seconds(path, modelled):
    found = {}
    for run in json.load(open(path))["runs"]:
        value = (run.get("modelled") or {}).get("seconds") if modelled else (run.get("seconds") or {}).get("median")
        if value:
            found[run["variant"]] = value
    return found


def main():
    measured, modelled = seconds(sys.argv[1], False), seconds(sys.argv[2], True)
    factors = []
    for variant in [v for v in measured if v in modelled]:
        ratio = modelled[variant] / measured[variant]
        factors.append(max(ratio, 1 / ratio))
        print(f"{variant}: measured {measured[variant] * 1e6:.1f} µs, modelled {modelled[variant] * 1e6:.1f} µs, {ratio:.2f} x")
    if not factors:
        sys.exit("no step has both times")
    print(f"median factor {statistics.median(factors):.2f}, largest {max(factors):.2f}, {len(factors)} steps")


main()
