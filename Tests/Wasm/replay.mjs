// Replays traces with the engine in a WebAssembly module: node replay.mjs MODULE TRACE...
// Exit status: 0 when all effects were equal, 1 when one was not or a trace cannot be read, 2 for wrong usage.
import { createReadStream, readFileSync } from "node:fs";

const [modulePath, ...traces] = process.argv.slice(2);
if (modulePath === undefined || traces.length === 0) {
    console.error("usage: node replay.mjs MODULE TRACE...");
    process.exit(2);
}

const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), {});
const engine = instance.exports;

/** Hands a line to the engine; true when the replay is over. */
function take(line, isComplete) {
    const place = engine.memory_for_line(line.length);
    // When the memory grows, JavaScript gets a new buffer. So the view is made for each line.
    new Uint8Array(engine.memory.buffer, place, line.length).set(line);
    return engine.line(place, line.length, isComplete ? 1 : 0) !== 0;
}

/** Feeds the lines of a file, bytes as they are, until the replay is over. */
async function feed(path) {
    let rest = Buffer.alloc(0);
    for await (const part of createReadStream(path)) {
        let start = 0;
        const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
        for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
            if (take(bytes.subarray(start, end), true)) return;
            start = end + 1;
        }
        rest = bytes.subarray(start);
    }
    if (rest.length > 0) take(rest, false);
}

/** The verdict, one field for each of its lines. */
function verdict() {
    const place = engine.verdict();
    const bytes = new Uint8Array(engine.memory.buffer, place, engine.verdict_length());
    const lines = new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
    return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
}

let failed = false;
for (const trace of traces) {
    const began = performance.now();
    engine.begin();
    try {
        await feed(trace);
    } catch (error) {
        console.error(`${trace}: cannot be replayed: ${error.message}`);
        process.exit(1);
    }
    const found = verdict();
    const seconds = (performance.now() - began) / 1000;
    if (found.expected !== undefined) {
        failed = true;
        console.error(`${trace}, line ${found.line}, input ${found.input}: the effects differ`);
        console.error(`  expected: ${found.expected}\n  came:     ${found.came}`);
    } else if (found.fault !== undefined) {
        failed = true;
        console.error(`${trace}, ${found.fault}`);
    } else {
        const speed = Math.round(Number(found.inputs) / seconds);
        console.log(
            `${trace}: ${found.inputs} inputs of ${found.sessions} sessions, ${found.compared} with effects: ` +
                `all equal, bit for bit (${speed} inputs a second)`,
        );
    }
}
process.exit(failed ? 1 : 0);
