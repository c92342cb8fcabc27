// The panel of the kiosk page: the lens curve, the exposure, the last events.

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
    #began = 0;
    #isDrawing = false;

    listen(tapfocus) {
        tapfocus.addEventListener("event", ({ detail }) => this.note(detail));
        // The daemon's errors come as events, too, as often as they are repeated. Here each is told once, with the module's own.
        tapfocus.addEventListener("error", ({ detail }) => this.#add("error", detail.message));
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
            const gain = event.gain === undefined ? "" : `, gain ${event.gain}`;
            part("exposed").textContent = `${(event.exposureTime / 10).toFixed(1)} ms${gain}`;
        }
        const words = told(event);
        if (words !== "") this.#add(event.event, words);
    }

    /** Another tap, another curve. */
    #begin() {
        this.#curve.clear();
        this.#found = null;
        part("curve-words").textContent = "Trying lens positions.";
    }

    #add(kind, words) {
        if (this.#began === 0) this.#began = performance.now();
        const seconds = ((performance.now() - this.#began) / 1000).toFixed(1);
        const row = document.createElement("li");
        row.dataset.kind = kind;
        const cell = (name, text) => Object.assign(document.createElement(name), { textContent: text });
        row.append(cell("time", seconds), cell("span", words));
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
        // What was found stays in sight: frames of the scene watch, or of another exposure, say nothing of the search.
        if (this.#found !== null) return;
        const move = this.#moves.findLast(({ time }) => time < captured - frameAge);
        if (move === undefined) return;
        this.#curve.set(move.position, sharpness);
        this.#draw();
    }

    #searched({ outcome, position, evaluations, frames }) {
        const words = { found: "Sharpest at", flat: "Nothing to focus on; back at", unfinished: "Ended at" }[outcome] ?? outcome;
        part("curve-words").textContent = `${words} ${position}: ${evaluations} positions in ${frames} frames.`;
        this.#found = position;
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
        const label = (x, words, anchor) => Object.assign(svg("text", { x, y: 137, "text-anchor": anchor }), { textContent: words });
        return [
            svg("polyline", { points: places.map((pair) => pair.join(",")).join(" ") }), ...dots,
            label(12, first, "start"), label(308, last, "end"),
        ];
    }
}

/** An event in words; empty for those that come with every frame. */
function told(event) {
    switch (event.event) {
        case "state": return `${event.state}: ${event.cause}`;
        case "write": return `${event.name} ${JSON.stringify(event.value)}${event.result === "ok" ? "" : `: ${event.result}`}`;
        case "settled": return `focus ${event.focus ?? "none"}, exposure ${event.exposure ?? "none"}${event.reason ? `. ${event.reason}` : ""}`;
        case "searched": return `search: ${event.outcome} at ${event.position}`;
        case "exposed": return `exposure: ${event.outcome}`;
        case "levels": return `focus by ${event.focusLevel}, exposure by ${event.exposureLevel}`;
        case "device": return `${event.device} ${event.change} ${event.name}`;
        case "compensation": return `compensation ${event.ev} EV`;
        case "tap-ignored": return `no tap: ${event.reason}`;
        case "held": return event.measures ? "this page measures the frames" : "the camera is reserved for this page";
        default: return "";
    }
}
