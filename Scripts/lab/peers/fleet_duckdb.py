"""Runs the queries of Documentation/Fleet.md over a folder of traces. Called by Scripts/stages/fleet:
fleet_duckdb.py --check|--update|--bench DOCUMENT FOLDER TAPFOCUS
"""
import glob
import json
import os
import re
import resource
import subprocess
import sys
import time

import duckdb

mode, document_path, folder, tapfocus = sys.argv[1:]
document_path = os.path.abspath(document_path)
with open(document_path, encoding="utf-8") as file:
    document = file.read()
os.chdir(folder)
queries = dict(re.findall(r"^```sql (\w+)\n(.*?)^```$", document, re.MULTILINE | re.DOTALL))
database = duckdb.connect()
start, begun = time.monotonic(), time.process_time()
database.execute(queries.pop("lines"))


def answer(name, limit=True):
    """The titles and the rows of a query of the document."""
    query = queries[name] if limit else re.sub(r" LIMIT \d+\s*$", "", queries[name])
    cursor = database.execute(query)
    return [column[0] for column in cursor.description], cursor.fetchall()


def table(name):
    """The answer as it stands in the document."""
    titles, rows = answer(name)
    cells = [titles] + [["-" if value is None else str(value) for value in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(titles))]
    return "".join("  ".join(value.ljust(width) for value, width in zip(row, widths)).rstrip() + "\n" for row in cells)


def stats(*arguments):
    """What tapfocus itself counts in the same traces: the total, and the processor seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(
        [tapfocus, "trace", "stats", "--json", *arguments], stdout=subprocess.PIPE, check=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(output.splitlines()[-1]), seconds


def counts(entries):
    return {entry["name"]: entry["count"] for entry in entries}


problems = []


def compare(name, found, expected):
    if found != expected:
        problems.append(f"{name}: DuckDB says {found}, tapfocus trace stats says {expected}")


def compare_settle(total):
    expected = {
        (group["camera"], group["usb"], group["focusLevel"], group["exposureLevel"]): group for group in total["settle"]}
    rows = answer("settle", limit=False)[1]
    compare("settle, the groups", {row[:4] for row in rows}, set(expected))
    for row in rows:
        group = expected.get(row[:4], {"count": 0, "median": 0, "p95": 0, "worst": 0})
        compare(f"settle, taps of {row[:4]}", row[4], group["count"])
        for value, field in zip(row[5:], ["median", "p95", "worst"]):
            # trace stats is exact to a millisecond, and to 0.2 % above half a second.
            if abs(value - group[field]) > 0.0011 + 0.002 * group[field]:
                compare(f"settle, {field} of {row[:4]}", value, group[field])


def sums(name, key, value):
    result = {}
    for row in answer(name, limit=False)[1]:
        result[key(row)] = result.get(key(row), 0) + value(row)
    return result


def check():
    total, _ = stats(*sorted(glob.glob("kiosks/*.jsonl")))
    compare_settle(total)
    unlocks = {(entry["rule"], entry["moved"]): entry["count"] for entry in total["unlocks"]}
    compare("unlocks", sums("unlocks", lambda row: row[:2], lambda row: row[2]), unlocks)
    compare("refusals", sums("refusals", lambda row: row[1], lambda row: row[2]), counts(total["refusedBy"]))
    searched = {search: total[f"{search}Searches"] for search in ["focus", "exposure"]}
    compare("searches", sums("searches", lambda row: row[1], lambda row: row[2]),
            {search: value["count"] for search, value in searched.items()})
    failures = ["flat", "unfinished", "gaveUp"]
    compare("searches, failed", sums("searches", lambda row: row[1], lambda row: row[3]),
            {search: sum(counts(value["outcomes"]).get(name, 0) for name in failures)
             for search, value in searched.items()})
    ignored = {name: count for name, count in counts(total["faults"]).items() if name in ["controlIgnored", "controlChanged"]}
    compare("ignored writes", sums("ignored", lambda row: row[3], lambda row: row[4]), ignored)
    for name in queries:
        if not answer(name)[1]:
            problems.append(f"{name}: the answer is empty, so nothing is compared")
        if f"```text {name}\n{table(name)}```" not in document:
            problems.append(f"{name}: the output in the document differs; Scripts/stages/fleet --update replaces it")
    if problems:
        sys.exit("\n".join(problems))
    print(f"the {len(queries)} queries of the document say of {len(glob.glob('kiosks/*.zst'))} traces what tapfocus trace stats says")


def update():
    text = document
    for name in queries:
        text = re.sub(rf"^```text {name}\n.*?^```$", lambda _: f"```text {name}\n{table(name)}```", text,
                      flags=re.MULTILINE | re.DOTALL)
    with open(document_path, "w", encoding="utf-8") as file:
        file.write(text)


def bench():
    size = sum(os.path.getsize(name) for name in glob.glob("kiosks/*.zst"))
    raw = sorted(glob.glob("kiosks/*.jsonl"))
    rows = len(answer("settle", limit=False)[1])
    processor, passed = time.process_time() - begun, time.monotonic() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    total, own = stats(*raw)
    print(f"settle time by model of {len(raw)} traces, {size / 1e6:.0f} MB compressed, "
          f"{sum(map(os.path.getsize, raw)) / 1e6:.0f} MB as they are ({total['inputs']} inputs, {rows} groups)")
    print(f"  DuckDB {duckdb.__version__}        {processor:6.2f} s of processor (aim: 4 s)   {passed:.2f} s passed")
    print(f"                      {memory:6.0f} MB at most (aim: 1000 MB)")
    print(f"  tapfocus trace stats {own:5.2f} s of processor, for all its numbers, of the uncompressed files")


{"--check": check, "--update": update, "--bench": bench}[mode]()
