// A trace that tries to run a script wherever a trace can carry a text.
export const payload =
    '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"><!--{{script}}`${window.hacked=1}';

const integers = ["0", "1", "255", "2147483647", "-2147483648", "9007199254740993", "9223372036854775807"];
const decimals = ["0", "-1", "1e308", "-1e-320", '"nan"', '"-inf"', "9223372036854775807"];

/** The demo's trace, in which numbers have become extreme ones; the same seed gives the same trace. */
export function oddTrace(demo, seed) {
    let state = seed;
    const below = (count) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % count;
    };
    const lines = demo.trimEnd().split("\n");
    // Most lines are samples: the others are chosen as often.
    const rare = lines.map((_, index) => index).filter((index) => index > 0 && !lines[index].includes("acceleration"));
    for (let count = 0; count < 6; count++) {
        const place = below(2) === 0 ? rare[below(rare.length)] : 1 + below(lines.length - 1);
        // Other input numbers would be missing lines.
        const start = lines[place].indexOf('"t"'), line = lines[place];
        const numbers = [...line.matchAll(/-?\d+(\.\d+)?/g)].filter(({ index }) => index > start);
        const { index, 0: number } = numbers[below(numbers.length)];
        const others = number.includes(".") ? decimals : integers;
        lines[place] = line.slice(0, index) + others[below(others.length)] + line.slice(index + number.length);
    }
    return lines.join("\n") + "\n";
}

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
