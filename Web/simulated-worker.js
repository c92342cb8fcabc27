// Runs simulation.wasm: the scene, the lens, the sensor, and the engine that focuses them.

/** The most that the simulated time advances at once, in ms: a page that was hidden goes on where it was. */
const longestStep = 100;
/** The time for which a person stays who walks by, in ms of simulated time. */
const visitTime = 4500;
/** The numbers of `happen` in Web/wasm/Simulation.swift. */
const numbers = { push: 0, lift: 1, visit: 2, leave: 3 };

let kiosk;
let time = 0;
let last;
let leaving = Infinity;
let lastMeasured = -1;

async function begin(seed) {
    const answer = await fetch(new URL("./simulation.wasm", import.meta.url));
    if (!answer.ok) throw new Error(`simulation.wasm is not there (${answer.status}).`);
    const { instance } = await WebAssembly.instantiate(await answer.arrayBuffer(), {});
    kiosk = instance.exports;
    kiosk.begin(seed);
    // The first picture takes a second or two, because the scene is painted for it.
    kiosk.draw();
    postMessage({ width: kiosk.picture_width(), height: kiosk.picture_height() });
}

/** Lets the simulated time go on as the page's does. */
function advance(now) {
    time += Math.min(Math.max(now - (last ?? now), 0), longestStep);
    last = now;
    if (time >= leaving) {
        kiosk.advance(leaving * 1000);
        kiosk.happen(numbers.leave);
        leaving = Infinity;
    }
    kiosk.advance(time * 1000);
}

function happen(happening) {
    kiosk.happen(numbers[happening]);
    if (happening === "visit") leaving = time + visitTime;
}

function take(line) {
    const bytes = new TextEncoder().encode(line);
    const place = kiosk.memory_for_request(bytes.length);
    // A line that is too long is also answered.
    if (place !== 0) new Uint8Array(kiosk.memory.buffer, place, bytes.length).set(bytes);
    kiosk.request(bytes.length);
}

function lines() {
    const start = kiosk.lines();
    const text = new TextDecoder().decode(new Uint8Array(kiosk.memory.buffer, start, kiosk.lines_length()));
    return text.split("\n").slice(0, -1);
}

/** The numbers of a frame that was measured since the last call; null without one. */
function measured() {
    const captured = kiosk.measured_time();
    if (captured === lastMeasured) return null;
    lastMeasured = captured;
    return { captured, sharpness: kiosk.measured_sharpness(), mean: kiosk.measured_mean() };
}

onmessage = async ({ data }) => {
    if (data.seed !== undefined) {
        await begin(data.seed).catch((error) => postMessage({ error: error.message }));
        return;
    }
    advance(data.now);
    if (data.line !== undefined) take(data.line);
    if (data.happening !== undefined) happen(data.happening);
    if (data.buffer === undefined) {
        postMessage({ lines: lines() });
        return;
    }
    const picture = kiosk.draw();
    new Uint8Array(data.buffer).set(new Uint8Array(kiosk.memory.buffer, picture, data.buffer.byteLength));
    postMessage({ lines: lines(), measured: measured(), picture: data.buffer }, [data.buffer]);
};
