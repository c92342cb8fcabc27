// The simulated kiosk in WebAssembly, without a browser: node simulation.mjs SIMULATION.wasm [--write | --bench]
// --write keeps a story and all lines that are said in simulation.json, with which the unit tests compare the native kiosk, byte by
// byte; otherwise the lines are compared with what is kept. --bench prints what a picture costs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [modulePath, mode] = process.argv.slice(2);
const { instance: { exports: kiosk } } = await WebAssembly.instantiate(readFileSync(modulePath), {});
const kept = join(dirname(fileURLToPath(import.meta.url)), "simulation.json");
const happenings = ["push", "lift", "visit", "leave"];
const flower = { x: 0.43, y: 0.56, in: "picture" };
const mountains = { x: 0.665, y: 0.36, in: "picture" };

/** Times in ms. A request that is no object is a line as it is: a page may send anything. */
const story = [
    { at: 0, request: { request: "watch" } },
    { at: 1800, request: { request: "tap", ...flower, id: 1 } },
    { at: 3900, happening: "push" },
    { at: 6500, request: { request: "tap", ...mountains, id: 2 } },
    { at: 8700, request: { request: "compensate", ev: -0.3 } },
    { at: 9300, request: { request: "compensate", ev: 0.7, until: "continuous" } },
    { at: 11000, happening: "lift" },
    { at: 13500, request: { request: "tap", x: 0.7, y: 0.2, id: 3 } },
    { at: 13550, request: { request: "tap", ...flower } },
    { at: 17500, happening: "visit" },
    { at: 20500, request: { request: "tap", x: 0.6, y: 0.3, id: 9007199254740991 } },
    { at: 24000, happening: "leave" },
    { at: 25000, request: { request: "compensate", ev: 0 } },
    { at: 25000, request: { request: "show-view" } },
    { at: 25100, request: { request: "view", x: 0, y: 100, width: 1080, height: 1440, screen: [1080, 1920], videoGravity: "fit", rotation: 90, mirrored: true } },
    { at: 25150, request: { request: "view", x: 0, y: 0, width: 0, height: 0, screen: [1, 1] } },
    { at: 25500, request: { request: "tap", x: 1.5, y: 0.5, in: "picture", id: 5 } },
    { at: 25500, request: { request: "tap", x: 0.5, id: 6 } },
    { at: 25600, request: { request: "tap", x: 0.5, y: 0.5, in: "screen", id: 7 } },
    { at: 25700, request: { request: "compensate", ev: 9 } },
    { at: 25800, request: { request: "next-trace" } },
    { at: 25900, request: "{\"request\":" },
    { at: 25950, request: "[]" },
    { at: 26000, request: { request: "status", unknown: [null, { deep: [] }] } },
];

function run() {
    kiosk.begin(12);
    const said = [];
    for (const { at, request: asked, happening } of story) {
        kiosk.advance(at * 1000);
        if (happening !== undefined) kiosk.happen(happenings.indexOf(happening));
        if (asked !== undefined) request(asked);
        // Asked for now and then only: when does not matter.
        if (at % 1000 === 500) said.push(...lines());
    }
    kiosk.advance(28_000_000);
    said.push(...lines());
    return said;
}

function request(asked) {
    const line = Buffer.from(typeof asked === "string" ? asked : JSON.stringify(asked));
    const place = kiosk.memory_for_request(line.length);
    if (place !== 0) new Uint8Array(kiosk.memory.buffer, place, line.length).set(line);
    kiosk.request(line.length);
}

function lines() {
    const start = kiosk.lines();
    return Buffer.from(kiosk.memory.buffer, start, kiosk.lines_length()).toString().split("\n").slice(0, -1);
}

/** The fine detail of the picture about a place, as a share of its brightness. */
function detail({ x, y }) {
    const [width, height] = [kiosk.picture_width(), kiosk.picture_height()];
    // The memory may grow while it draws.
    const picture = kiosk.draw();
    const bytes = new Uint8Array(kiosk.memory.buffer, picture, width * height * 4);
    const green = (column, row) => bytes[4 * (row * width + column) + 1];
    let [differences, light] = [0, 0];
    for (let row = Math.round(y * height) - 30; row < y * height + 30; row++) {
        for (let column = Math.round(x * width) - 40; column < x * width + 40; column++) {
            differences += Math.abs(green(column, row) - green(column + 2, row)) + Math.abs(green(column, row) - green(column, row + 2));
            light += green(column, row);
        }
    }
    return differences / light;
}

/** The picture shows what is held: the flower is sharp after a tap on it, the mountains after one on them. */
function checkPictures() {
    kiosk.begin(12);
    const found = [flower, mountains, flower].map((place, number) => {
        kiosk.advance(2e6 + number * 4e6);
        request({ request: "tap", ...place });
        kiosk.advance(5e6 + number * 4e6);
        return { flower: detail(flower), mountains: detail(mountains) };
    });
    const [near, far, again] = found;
    const isRight = near.flower > 1.5 * far.flower && far.mountains > 1.5 * near.mountains && again.flower > 1.5 * far.flower;
    if (isRight) return true;
    console.error(`simulation: the pictures do not show what is held: ${JSON.stringify(found)}`);
    return false;
}

/** What a picture costs while nothing moves, and while the lens does. */
function bench() {
    const began = performance.now();
    kiosk.begin(12);
    kiosk.draw();
    console.log(`painting the scene: ${(performance.now() - began).toFixed(0)} ms; ${kiosk.memory.buffer.byteLength >> 20} MiB of memory`);
    const costs = { moving: [], resting: [] };
    for (let frame = 0; frame < 600; frame++) {
        if (frame % 150 === 30) {
            request({ request: "tap", ...(frame % 300 === 30 ? flower : mountains) });
        }
        const start = performance.now();
        kiosk.advance((frame + 1) * 1e6 / 30);
        kiosk.draw();
        (frame % 150 >= 30 && frame % 150 < 60 ? costs.moving : costs.resting).push(performance.now() - start);
    }
    for (const [name, list] of Object.entries(costs)) {
        list.sort((one, other) => one - other);
        console.log(`a picture while the lens is ${name}: median ${list[list.length >> 1].toFixed(1)} ms, 95 % within ${list[Math.floor(list.length * 0.95)].toFixed(1)} ms`);
    }
}

if (mode === "--bench") {
    bench();
} else {
    const said = run();
    if (mode === "--write") {
        const rows = (list) => list.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
        writeFileSync(kept, `{"seed":12,"end":28000,"story":[\n${rows(story)}\n],"lines":[\n${rows(said)}\n]}\n`);
        console.log(`${said.length} lines are kept in ${kept}`);
    } else {
        const { lines: wanted } = JSON.parse(readFileSync(kept, "utf8"));
        const place = said.findIndex((line, index) => line !== wanted[index]);
        if (place >= 0 || said.length !== wanted.length) {
            console.error(`simulation: line ${place + 1} of ${said.length} is\n${said[place]}\nnot\n${wanted[place]}`);
            process.exit(1);
        }
        if (!checkPictures()) process.exit(1);
        request(" ".repeat(65_537));
        if (!lines().some((line) => line.includes("up to 64 KiB"))) throw new Error("a line that is too long is not answered");
        console.log(`simulation: ${said.length} lines are those that are kept, and the pictures show what is held`);
    }
}
