// Measures frames, beside the page. It gets a stream of them, or pictures one by one, and posts numbers.
//
//   in   { kind: "measure", wish, interval, readable? }   from now on; with a stream if there was no stream before
//        { kind: "picture", bitmap, captured }            where streams cannot be had
//        { kind: "rest" }                                 ends the stream
//   out  { isReady }                                      once, when this has been loaded
//        { version }                                      once: that of the measure, when measure.wasm has also been loaded
//        { id, captured, sequence, sharpness, mean, bright, dark, grid? }, { failure }

const address = new URL("measure.wasm", import.meta.url);
const loaded = load();

postMessage({ isReady: true });
// Also a module that can be loaded may be of another version, which lacks a function.
loaded.then((wasm) => postMessage({ version: wasm.measure_version() })).catch(tellFailure);

/** Formats whose first plane is luma, one byte a pixel. */
const planar = new Set(["I420", "I420A", "I422", "I422A", "I444", "I444A", "NV12"]);
/** Where pixels have to go through a canvas, µs between two frames at least. */
const canvasInterval = 100_000;

let wish = null;
let frameInterval = 0;
let reader = null;
let reading = Promise.resolve();
/** Counts streams and rests: a stream that is not the latest is over, also when its turn to be read has not come yet. */
let turn = 0;
let canvas = null;
/** The time of the last frame, and of the last one that was measured, µs; below 0: there was no such frame. */
let seen = -1;
let last = -1;
let sequence = 0;

async function load() {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.href} cannot be loaded: ${response.status}`);
    return (await WebAssembly.instantiate(await response.arrayBuffer(), {})).instance.exports;
}

function tellFailure(error) { postMessage({ failure: `frames cannot be measured: ${error.message}` }); }

onmessage = async ({ data }) => {
    if (data.kind === "measure") {
        ({ wish, interval: frameInterval } = data);
        last = -1;
        // The stream before this one may still be at its last frame.
        if (data.readable) {
            const mine = ++turn;
            reading = reading.then(() => read(data.readable, mine)).catch(() => {});
        }
    } else if (data.kind === "picture") {
        const { bitmap, captured } = data;
        await measure(bitmap, bitmap.width, bitmap.height, captured, copyByCanvas);
        bitmap.close();
    } else {
        wish = null;
        turn += 1;
        reader?.cancel();
    }
};

/** Looks at all frames of a stream, and measures those that are due. */
async function read(readable, mine) {
    if (mine !== turn) return readable.cancel();
    const frames = readable.getReader();
    reader = frames;
    try {
        while (mine === turn) {
            const { value: frame, done } = await frames.read();
            if (done) break;
            const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
            await measure(frame, width, height, frame.timestamp, planar.has(frame.format) ? copyPlane : copyByCanvas);
            frame.close();
        }
    } finally {
        reader = null;
    }
}

/** Numbers a frame. Missing frames, by their times, are also counted. */
function count(captured) {
    const frames = frameInterval > 0 && seen >= 0 ? Math.round((captured - seen) / frameInterval) : 1;
    seen = captured;
    sequence += Math.max(1, Math.min(frames, 1 << 20));
}

/** A frame that comes a quarter of an interval too early counts as in time, or every second frame would be lost. */
function isDue(captured, copy) {
    const interval = copy === copyByCanvas ? Math.max(wish.interval ?? 0, canvasInterval) : wish.interval ?? 0;
    return last < 0 || captured < last || captured - last >= interval - frameInterval / 4;
}

async function measure(source, width, height, captured, copy) {
    count(captured);
    if (wish === null || !isDue(captured, copy)) return;
    const { id, focus, exposure = focus, grid = false } = wish;
    try {
        const wasm = await loaded;
        last = captured;
        wasm.want(...focus, ...exposure, grid ? 1 : 0);
        const corners = wasm.cut_out(width, height);
        const [x, y, columns, rows] = new Int32Array(wasm.memory.buffer, corners, 4);
        const { stride, isLimited } = await copy(wasm, source, { x, y, width: columns, height: rows });
        const place = wasm.measure(stride, isLimited ? 1 : 0);
        if (place === 0) throw new Error("the frame's rows do not fit");
        const found = new Float64Array(wasm.memory.buffer, place, 52);
        const [sharpness, mean, bright, dark] = found;
        postMessage({ id, captured, sequence, sharpness, mean, bright, dark, grid: grid ? Array.from(found.subarray(4)) : undefined });
    } catch (error) {
        tellFailure(error);
        wish = null;
    }
}

function memoryFor(wasm, size) {
    // Memory that has grown is another buffer, so it is asked for after that.
    const place = wasm.memory_for_plane(size);
    return new Uint8Array(wasm.memory.buffer, place, size);
}

/** Copies the luma as the camera gave it. */
async function copyPlane(wasm, frame, { x, y, width, height }) {
    const { x: left = 0, y: top = 0 } = frame.visibleRect ?? {};
    const rect = { x: left + x, y: top + y, width, height };
    const target = memoryFor(wasm, frame.allocationSize({ rect }));
    const [{ stride }] = await frame.copyTo(target, { rect });
    return { stride, isLimited: frame.colorSpace?.fullRange !== true };
}

/** Draws the picture, and computes its luma from red, green and blue as BT.601 does: slower, and only nearly the same. */
async function copyByCanvas(wasm, source, { x, y, width, height }) {
    if (canvas?.canvas.width !== width || canvas.canvas.height !== height) {
        canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    }
    canvas.drawImage(source, x, y, width, height, 0, 0, width, height);
    const { data } = canvas.getImageData(0, 0, width, height);
    const luma = memoryFor(wasm, width * height);
    for (let index = 0, at = 0; index < luma.length; index++, at += 4) {
        luma[index] = (77 * data[at] + 150 * data[at + 1] + 29 * data[at + 2] + 128) >> 8;
    }
    return { stride: width, isLimited: false };
}
