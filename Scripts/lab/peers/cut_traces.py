"""Makes of traces files that begin in mid-session, as those of a ring do whose older files are gone: cut_traces.py TRACE...

Of the first session of each trace the header stays; the first half of its inputs gives way to a snapshot of what they had led to. The
engine in the snapshot is empty: queries and "tapfocus trace stats" do not read it.
"""
import json
import sys


def cut(lines):
    records = [json.loads(line) for line in lines]
    header = records[0]
    end = next((index for index, record in enumerate(records) if "end" in record), len(records))
    inputs = [index for index in range(1, end) if "in" in records[index]]
    place = inputs[len(inputs) // 2]
    state, camera = None, None
    for record in records[1:place]:
        for effect in record.get("out", []):
            state = effect.get("state", {}).get("state", state)
        arrived = record.get("in", {}).get("cameraArrived")
        if arrived is not None:
            camera = {name: arrived[name] for name in ["name", "usb"] if name in arrived} or None
    last = max((record for record in records[1:place] if "in" in record), key=lambda record: record["n"])
    snapshot = {"version": header["version"], "tool": header.get("tool"), "state": state, "engine": {}}
    if camera is not None:
        snapshot["camera"] = camera
    beginning = {"n": last["n"], "s": header["s"], "t": last["t"], "snapshot": snapshot}
    return [lines[0], json.dumps(beginning, separators=(",", ":")) + "\n"] + lines[place:]


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(cut(lines))
