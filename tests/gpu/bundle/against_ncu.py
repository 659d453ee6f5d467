#!/usr/bin/env python3
"""against_ncu.py REPORT.json NCU.csv: the longest launch of each kernel as Strata recorded it beside ncu's: a run begins
with smaller problems.

REPORT.json is `strata report --json` of a traced run; NCU.csv is ncu's --csv output with gpu__time_duration.sum of the same
run without tracing. Prints a line for each kernel that both have and ends with 1 if one is more than 5 % apart.
"""
import csv, json, re, sys

MOST_APART = 0.05
NANOSECONDS = {"ns": 1, "nsecond": 1, "us": 1e3, "usecond": 1e3, "ms": 1e6, "msecond": 1e6, "s": 1e9, "second": 1e9}


def base_name(name):
    """Without template arguments, parameters, return type and namespaces."""
    name = re.sub(r"\(.*$", "", re.sub(r"<.*$", "", name)).strip().split(" ")[-1]
    return name.split("::")[-1]


def ncu_durations(path):
    lines = open(path, errors="replace").read().splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        sys.exit("ncu wrote no table: " + " ".join(lines[-3:])[:300])
    durations = {}
    for record in csv.DictReader(lines[start:]):
        if record.get("Metric Name") != "gpu__time_duration.sum":
            continue
        value = float(record["Metric Value"].replace(",", "")) * NANOSECONDS[record["Metric Unit"]]
        durations.setdefault(base_name(record["Kernel Name"]), []).append(value)
    return durations


def main():
    report = json.load(open(sys.argv[1]))
    theirs = ncu_durations(sys.argv[2])
    ours = {}
    for kernel in report["kernels"]:
        ours.setdefault(base_name(kernel["name"]), []).append(kernel)
    apart = 0
    for name in sorted(set(ours) & set(theirs)):
        longest, other = max(kernel["most_ns"] for kernel in ours[name]), max(theirs[name])
        ratio = longest / other
        apart += abs(ratio - 1) > MOST_APART
        print(f"{name}: Strata {longest / 1e3:.2f} us, ncu {other / 1e3:.2f} us of {len(theirs[name])}: {ratio:.3f}")
    common = len(set(ours) & set(theirs))
    print(f"{common} kernels in both, {apart} more than {MOST_APART:.0%} apart")
    sys.exit(0 if common and not apart else 1)


main()
