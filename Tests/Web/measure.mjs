// The measure in WebAssembly on seeded planes: node measure.mjs MEASURE.wasm [--write | --bench]
// --write keeps its answers in measure.json, with which the unit tests compare the native measure, bit by bit; otherwise they
// are compared with what is kept.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [modulePath, mode] = process.argv.slice(2);
const { instance: { exports: wasm } } = await WebAssembly.instantiate(readFileSync(modulePath), {});
const kept = join(dirname(fileURLToPath(import.meta.url)), "measure.json");

/** A generator that Swift has, too: the upper bytes of a linear congruence modulo 2^32. */
class Chance {
    constructor(seed) { this.state = Math.imul(seed + 1, 2654435761) >>> 0; }
    byte() {
        this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
        return this.state >>> 24;
    }
}

/** The luma of a frame: noise on a chequered level, both from the seed. Clipped at both ends for some seeds. */
function plane({ seed, width, height }) {
    const chance = new Chance(seed);
    const [level, spread] = [(seed * 37) % 256, (seed % 4) + 1];
    return Uint8Array.from({ length: width * height }, (_, index) => {
        const [row, column] = [Math.floor(index / width), index % width];
        const value = level + ((chance.byte() - 128) >> spread) * 2 + (((column >> 2) + (row >> 3)) & 1) * 40;
        return Math.min(Math.max(value, 0), 255);
    });
}

/** Copies the cut-out of a frame as a browser does, with rows of `padding` more bytes, and measures it. */
function measured({ width, height, isLimited, focus, exposure, grid }, luma, padding) {
    wasm.want(...focus, ...exposure, grid ? 1 : 0);
    const [left, top, columns, rows] = new Int32Array(wasm.memory.buffer, wasm.cut_out(width, height), 4);
    const stride = columns + padding;
    const place = wasm.memory_for_plane(stride * rows);
    const copy = new Uint8Array(wasm.memory.buffer, place, stride * rows).fill(0xa5);
    for (let row = 0; row < rows; row++) {
        const start = (top + row) * width + left;
        copy.set(luma.subarray(start, start + columns), row * stride);
    }
    const found = wasm.measure(stride, isLimited ? 1 : 0);
    if (found === 0) throw new Error("the cut-out does not fit");
    const numbers = Array.from(new Float64Array(wasm.memory.buffer, found, 52));
    return { numbers: numbers.slice(0, 4), cells: grid ? numbers.slice(4) : [] };
}

/** Regions inside the frame, beyond its edge, tiny ones and the whole. */
function cases() {
    return Array.from({ length: 120 }, (_, seed) => {
        const chance = new Chance(seed + 1000);
        const share = () => chance.byte() / 256;
        const region = () => (seed % 7 === 0 ? [0, 0, 1, 1] : [share() * 0.9 - 0.1, share() * 0.9 - 0.1, share() * 0.8, share() * 0.8]);
        const [width, height] = [8 + chance.byte(), 6 + chance.byte()];
        const focus = region();
        return { seed, width, height, isLimited: seed % 2 === 0, focus, exposure: seed % 3 === 0 ? focus : region(), grid: seed % 5 === 0 };
    });
}

if (mode === "--bench") {
    const frame = { seed: 3, width: 1280, height: 720, isLimited: true, focus: [5 / 12, 5 / 12, 1 / 6, 1 / 6], grid: false };
    const wish = { ...frame, exposure: frame.focus };
    measured(wish, plane(wish), 0);
    const stride = new Int32Array(wasm.memory.buffer, wasm.cut_out(frame.width, frame.height), 4)[2];
    const count = 20_000;
    const began = performance.now();
    for (let index = 0; index < count; index++) wasm.measure(stride, 1);
    console.log(`the measure in WebAssembly: ${(((performance.now() - began) / count) * 1000).toFixed(1)} µs a region of 1/6 × 1/6 of 1280 × 720`);
    process.exit(0);
}

const answers = cases().map((wish) => ({ ...wish, ...measured(wish, plane(wish), wish.seed % 3 * 5) }));
const text = `[\n${answers.map((answer) => JSON.stringify(answer)).join(",\n")}\n]\n`;
if (mode === "--write") {
    writeFileSync(kept, text);
} else if (text !== readFileSync(kept, "utf8")) {
    console.log(`FAILED: the measure in WebAssembly is not that of ${kept}; --write keeps it anew, and the unit tests compare it with the native one`);
    process.exit(1);
} else {
    const different = new Set(answers.map(({ numbers }) => numbers.join())).size;
    if (different < 100) throw new Error(`only ${different} different answers: this tests nothing`);
    console.log(`passed: the measure in WebAssembly gives the ${answers.length} answers that are kept`);
}
