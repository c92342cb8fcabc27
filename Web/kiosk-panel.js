// The panel of the kiosk page: the lens curve, the exposure, the last events.
import { fill, named, words } from "./kiosk-words.js";

const part = (id) => document.getElementById(id);
const absoluteFocus = 0x009a090a;
const eventCount = 60;
/** From the beginning of an exposure until the browser has the frame, µs: two intervals. */
const frameAge = 66_000;
const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
};

export class Panel {
    /** The sharpness at each lens position since the last tap. */
    #curve = new Map();
    /** The positions to which the lens was sent, and the times, µs of the daemon's clock. */
    #moves = [];
    #found = null;
    /** When it was found, µs of the daemon's clock. */
    #foundAt = 0;
    #began = 0;
    #isDrawing = false;

    listen(tapfocus) {
        tapfocus.addEventListener("event", ({ detail }) => this.note(detail));
        // The daemon's errors also come as events, as often as they are repeated. Here each is shown once, with the module's own.
        tapfocus.addEventListener("error", ({ detail }) => this.#add("error", detail.message));
        tapfocus.addEventListener("state", ({ detail: { state, reason = "" } }) => {
            if (state === null) this.#add("state", fill(words.disconnected, { reason }));
        });
        tapfocus.addEventListener("frames", ({ detail: { failure } }) => {
            part("frame-failure").textContent = failure === null ? "" : fill(words.notMeasured, { reason: failure });
            part("frame-failure").hidden = failure === null;
        });
        tapfocus.addEventListener("measured", ({ detail }) => this.measured(detail));
        tapfocus.addEventListener("compensation", ({ detail: { ev } }) => {
            part("compensation").textContent = `${ev > 0 ? "+" : ""}${ev.toFixed(1)} EV`;
        });
    }

    toggle() {
        const isOpen = part("panel").toggleAttribute("hidden") === false;
        part("details").setAttribute("aria-expanded", isOpen);
        document.body.classList.toggle("with-panel", isOpen);
        this.#draw();
    }

    /** An event of the daemon. */
    note(event) {
        if (event.event === "state" && event.state === "autoAndForceLocked") this.#begin();
        if (event.event === "write" && event.control === absoluteFocus) this.#moved(event);
        if (event.event === "searched") this.#searched(event);
        if (event.event === "exposed") {
            const time = `${(event.exposureTime / 10).toFixed(1)} ms`;
            part("exposed").textContent = event.gain === undefined ? time : fill(words.gain, { time, gain: event.gain });
        }
        const text = told(event);
        if (text !== "") this.#add(event.event, text);
    }

    /** Another tap, another curve. */
    #begin() {
        this.#curve.clear();
        this.#found = null;
        part("curve-words").textContent = words.trying;
    }

    #add(kind, text) {
        if (this.#began === 0) this.#began = performance.now();
        const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
        const row = document.createElement("li");
        row.dataset.kind = kind;
        const cell = (name, textContent) => Object.assign(document.createElement(name), { textContent });
        row.append(cell("time", seconds), cell("span", text));
        part("events").prepend(row);
        while (part("events").children.length > eventCount) part("events").lastChild.remove();
    }

    #moved({ value, time }) {
        this.#moves.push({ position: value, time: time / 1000 });
        if (this.#moves.length > 8) this.#moves.shift();
    }

    /** A frame was measured. It shows the lens where it was before the exposure; the last frame of a position counts. */
    measured({ sharpness, mean, captured }) {
        part("mean").value = mean;
        // What was found stays in sight: frames of the scene watch, or of another exposure, say nothing of the search. The frame that has
        // ended it may be heard of after it.
        if (this.#found !== null && captured > this.#foundAt) return;
        const move = this.#moves.findLast(({ time }) => time < captured - frameAge);
        if (move === undefined) return;
        this.#curve.set(move.position, sharpness);
        this.#draw();
    }

    #searched({ outcome, position, evaluations, frames, time = 0 }) {
        part("curve-words").textContent = fill(words.curveEnd, { outcome: named(words.curveEnds, outcome), position, evaluations, frames });
        this.#found = position;
        this.#foundAt = time / 1000;
        this.#draw();
    }

    /** Once a frame of the screen at most, and only while somebody looks. */
    #draw() {
        if (this.#isDrawing || part("panel").hidden) return;
        this.#isDrawing = true;
        requestAnimationFrame(() => {
            this.#isDrawing = false;
            const points = [...this.#curve].sort(([one], [other]) => one - other);
            part("curve").replaceChildren(...(points.length > 0 ? this.#drawing(points) : []));
        });
    }

    #drawing(points) {
        const [first, last] = [points[0][0], points.at(-1)[0]];
        const highest = Math.max(...points.map(([, sharpness]) => sharpness), 1e-12);
        const place = ([position, sharpness]) => [12 + (296 * (position - first)) / (last - first || 1), 122 - (108 * sharpness) / highest];
        const places = points.map(place);
        const dots = places.map(([cx, cy], index) => svg("circle", { cx, cy, r: points[index][0] === this.#found ? 6 : 3 }));
        const label = (x, textContent, anchor) => Object.assign(svg("text", { x, y: 137, "text-anchor": anchor }), { textContent });
        return [
            svg("polyline", { points: places.map((pair) => pair.join(",")).join(" ") }), ...dots,
            label(12, first, "start"), label(308, last, "end"),
        ];
    }
}

/** An event in words; empty for those that come with every frame. */
function told(event) {
    switch (event.event) {
        case "state": return fill(words.state, { state: named(words.states, event.state), cause: named(words.causes, event.moved ?? event.cause) });
        case "write": return fill(event.result === "ok" ? words.write : words.failedWrite, { ...event, value: JSON.stringify(event.value) });
        case "settled": return fill(words.settled, {
            focus: named(words.ends, event.focus ?? "none"), exposure: named(words.ends, event.exposure ?? "none"), reason: event.reason ?? "",
        });
        case "searched": return fill(words.searched, { outcome: named(words.searches, event.outcome), position: event.position });
        case "exposed": return fill(words.exposed, { outcome: named(words.exposures, event.outcome) });
        case "levels": return fill(words.levels, event);
        case "device": return fill(words.device, {
            device: named(words.devices, event.device), change: named(words.changes, event.change), name: event.name,
        });
        case "shutter": return event.closed ? words.shutterClosed : words.shutterOpen;
        case "lock": return event.by === null ? words.unlocked : fill(words.locked, { by: named(words.keepers, event.by) });
        case "zoom": return event.factor === null
            ? fill(words.zoomedSomehow, { share: Math.round(event.linear * 100) }) : fill(words.zoomed, { factor: event.factor });
        case "relit": return event.on ? words.lit : words.unlit;
        case "compensation": return fill(words.compensated, event);
        case "tap-ignored": return fill(words.ignored, event);
        // An ignored tap of this page. Other errors are shown beside the picture.
        case "error": return event.reason === undefined ? "" : fill(words.ignored, event);
        case "held": return event.measures ? words.measures : words.reserved;
        default: return "";
    }
}
