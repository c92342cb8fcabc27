// A trace that tries to run a script wherever a trace can carry a text.
export const payload =
    '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"><!--{{script}}`${window.hacked=1}';

/** The demo's trace, with the payload in each text of its header, its devices, its remarks, unknown fields and unknown keys. */
export function hostileTrace(demo) {
    const lines = demo.trimEnd().split("\n");
    const header = JSON.parse(lines[0]);
    for (const key of ["tool", "chart", "wallClock", "s"]) header[key] = payload;
    header[payload] = payload;
    header.devices = [{ name: payload, path: payload, camera: {} }];
    const changed = lines.slice(1).map((line, index) => {
        const record = JSON.parse(line);
        if (record.s !== undefined) record.s = payload;
        if (record.in?.cameraArrived) Object.assign(record.in.cameraArrived, { name: payload, usb: payload });
        record[payload] = { [payload]: payload };
        // The text of effects stays as it is, and numbers keep their notation.
        return index < 40 && record.out === undefined ? JSON.stringify(record) : line;
    });
    const [note, unknown] = [{ note: payload }, { [payload]: payload }].map((record) => JSON.stringify(record));
    return [JSON.stringify(header), note, ...changed, unknown].join("\n") + "\n";
}
