// The values at the cursor, beside the lanes, and the numbers of the axes.

const numberText = (value) => String(Number(value.toPrecision(3)));

/** The words of each lane at the cursor: a name in the colour of its curve, and a value. */
const readings = {
    flags: () => [{ name: "", value: flagWords() }],
    touch: () => [{ name: "", value: fingerWords() }],
    motion: () => {
        const { recorded } = thresholdNow(), unit = motionUnit();
        return [reading("motion", "motion", trace.motion, (value) => `${value.toFixed(2)} ${unit}`),
            { name: "threshold", colour: "error", value: `${recorded} ${unit}` }];
    },
    state: () => [stateReading(trace.states, spanAtRow(trace.states))],
    other: () => [stateReading(whatIf.result?.spans, whatIf.result?.spans.at(view.time) ?? -1)],
    timers: () => [...timerLists()].map(([name, spans]) => {
        const seconds = elapsed(spans);
        const colour = name === "forceLock" ? "autoAndForceLocked" : "timer";
        return { name, colour, value: seconds === null ? "" : timeText(seconds, 0.1) };
    }),
    focus: () => [reading("lens", "lens", trace.lens, numberText), reading("sharpness", "sharp", trace.sharpness, numberText)],
    exposure: () => [
        reading("time", "exposure", trace.exposure, exposureText), reading("brightness", "mean", trace.mean, shareText),
        reading("gain", "gain", trace.gain, numberText),
    ],
    writes: () => {
        const [writes, reads] = callLists();
        const isOn = elapsed(trace.streams) !== null;
        return [
            { name: "write", colour: "write", value: callWords(writes) },
            { name: "read", colour: "soft", value: callWords(reads) },
            { name: "frames", colour: "soft", value: spanAtRow(trace.streams) < 0 ? "–" : isOn ? "on" : "off" },
        ];
    },
};

function reading(name, colour, series, text) {
    const value = series.atRow(view.row, view.time);
    return { name, colour, value: value === null ? "–" : text(value) };
}

/** The time that the span at the cursor has lasted; null if it is over, or has not begun. */
function elapsed(spans) {
    const index = spanAtRow(spans);
    return index < 0 || spans.end.values[index] <= view.time ? null : view.time - spans.start.values[index];
}

/** The time that the camera took for the latest call. */
function callWords(spans) {
    const index = spanAtRow(spans);
    if (index < 0) return "–";
    const end = spans.end.values[index];
    return end > view.time ? "under way" : `${numberText((end - spans.start.values[index]) * 1000)} ms`;
}

function stateReading(spans, index) {
    const state = index < 0 ? "–" : spans.values[index].state;
    return { name: "", colour: state, value: state };
}

const motionUnit = () => (sessionNow()?.rule === "article" ? "g" : "m/s²");

function fingerWords() {
    const finger = fingerNow();
    if (finger === null || !finger.isDown) return "";
    const [, x, y] = finger.way.at(-1);
    return `${x.toFixed(2)}, ${y.toFixed(2)}`;
}

function flagWords() {
    const index = spanAtRow(trace.flags), count = trace.flags.values.length;
    return index < 0 ? `${count}` : `${index + 1} of ${count}`;
}

/** The session that the row at the cursor belongs to. */
function sessionNow() {
    const line = trace.rowLine.values[Math.max(0, view.row)] ?? 0;
    return trace.sessions.findLast((session) => session.line <= line) ?? trace.sessions[0];
}

/** Writes the values, without touching those that stay. */
function drawReadings() {
    for (const lane of lanes) {
        const rows = lane.label.hidden || lane.isFolded ? [] : readings[lane.id]();
        while (lane.rows.children.length < rows.length) lane.rows.append(makeReading());
        while (lane.rows.children.length > rows.length) lane.rows.lastChild.remove();
        rows.forEach(({ name, colour = "soft", value }, index) => {
            const [first, second] = lane.rows.children[index].children;
            if (first.textContent !== name) first.textContent = name;
            first.hidden = name === "";
            if (second.textContent !== value) second.textContent = value;
            lane.rows.children[index].classList.toggle("runs", value !== "");
            (name === "" ? second : first).style.color = `var(--${colour})`;
        });
    }
    drawTicks();
}

const makeReading = () => make("li", {}, make("span"), make("b"));

/** The numbers of the axes: the first scale of a lane stands at its left, the second one at its right. */
function drawTicks() {
    const scales = { motion: () => [motionScale()], focus: focusScales, exposure: () => exposureScales().slice(0, 2) };
    const ticks = [];
    for (const lane of lanes) {
        if (lane.isFolded || lane.label.hidden || scales[lane.id] === undefined) continue;
        const { top, height } = roomOf(lane);
        scales[lane.id]().forEach((scale, side) => {
            for (const value of scale?.ticks ?? []) {
                const place = Math.round(heightOn(scale, value, top, height));
                ticks.push({ side: side === 0 ? "left" : "right", place, colour: scale.colour, text: scale.text(value) });
            }
        });
    }
    const key = JSON.stringify(ticks), axes = element("axes");
    if (axes.dataset.key === key) return;
    axes.dataset.key = key;
    axes.replaceChildren(...ticks.map(({ side, place, colour, text }) => {
        const tick = make("span", { className: side, textContent: text });
        tick.style.top = `${place}px`;
        tick.style.color = `var(--${colour})`;
        return tick;
    }));
}
