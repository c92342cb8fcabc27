// The time line: lanes on one canvas, drawn anew at each step with work that depends on its width, not on the trace's length.

/** The part of time that is shown, and the cursor: a row of the log, and the time, which may lie after that row. */
const view = { from: 0, to: 1, time: 0, row: 0 };
const rulerHeight = 24;

const timerNames = () => [...new Set(trace.timers.values)];
const lanes = [
    { id: "touch", name: "Touch", height: 26, draw: drawTouches },
    { id: "motion", name: "Motion", height: 72, draw: drawMotion },
    { id: "state", name: "State", height: 30, draw: drawStates },
    { id: "other", name: "What if", height: 34, draw: drawOther, isHidden: () => whatIf.result === null },
    { id: "timers", name: "Timers", height: 12, draw: drawTimers },
    { id: "focus", name: "Focus", height: 84, draw: drawFocus },
    { id: "exposure", name: "Exposure", height: 64, draw: drawExposure },
    { id: "writes", name: "Writes, answers", height: 44, draw: drawWrites },
];
const foldedHeight = 20;
const narrow = matchMedia("(max-width: 680px)");

function heightOf(lane) {
    if (lane.isHidden?.()) return 0;
    return lane.isFolded ? foldedHeight : lane.height + nameRoom();
}

/** On a narrow screen the names of lanes stand above them. */
const nameRoom = () => (narrow.matches ? 16 : 0);

/** Places the lanes and their names. */
function placeLanes() {
    lanes.find((lane) => lane.id === "timers").height = 8 + 11 * Math.max(1, timerNames().length);
    let top = rulerHeight;
    for (const lane of lanes) {
        lane.top = top;
        const height = heightOf(lane);
        lane.button.hidden = height === 0;
        lane.button.style.top = `${top}px`;
        lane.button.style.height = `${height}px`;
        lane.button.setAttribute("aria-expanded", String(!lane.isFolded));
        top += height;
    }
    element("lanes").style.height = `${top}px`;
}

function makeLanes() {
    for (const lane of lanes) {
        lane.button = document.createElement("button");
        lane.button.type = "button";
        lane.button.dataset.lane = lane.id;
        lane.button.title = "Fold or unfold";
        lane.button.textContent = lane.name;
        lane.button.addEventListener("click", () => { lane.isFolded = !lane.isFolded; placeLanes(); refresh(); });
        element("labels").append(lane.button);
    }
    placeLanes();
}

function drawTimeline() {
    const { context, width, height } = surface(element("timeline"));
    const scale = width / (view.to - view.from);
    const pen = { context, width, height, scale, x: (time) => (time - view.from) * scale, time: (x) => view.from + x / scale };
    drawRuler(pen);
    for (const lane of lanes) {
        const tall = heightOf(lane);
        if (tall === 0) continue;
        context.save();
        context.beginPath();
        context.rect(0, lane.top, width, tall);
        context.clip();
        if (!lane.isFolded) lane.draw(pen, lane.top + 4 + nameRoom(), tall - 8 - nameRoom());
        context.restore();
        box(context, 0, lane.top + tall - 1, width, 1, palette.line);
    }
    drawCursor(pen);
}

function drawRuler(pen) {
    const step = niceStep((view.to - view.from) / Math.max(2, pen.width / 110));
    for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
        const x = Math.round(pen.x(time));
        box(pen.context, x, rulerHeight - 5, 1, pen.height, palette.grid);
        label(pen.context, timeText(time, step), x + 4, rulerHeight / 2 - 1, palette.soft);
    }
    for (const session of trace.sessions) {
        const isShown = session.time > view.from && session.time <= view.to;
        if (isShown) box(pen.context, pen.x(session.time), 0, 2, pen.height, palette.ink);
    }
}

function drawCursor(pen) {
    const x = pen.x(view.time);
    if (x < -8 || x > pen.width + 8) return;
    box(pen.context, Math.round(x) - 0.5, 6, 1.5, pen.height, palette.accent);
    pen.context.beginPath();
    pen.context.moveTo(x - 6, 2);
    pen.context.lineTo(x + 6, 2);
    pen.context.lineTo(x, 10);
    pen.context.fill();
}

/** Calls `draw` for each span that is shown, one for each pixel where there are more. */
function eachSpan(spans, pen, draw) {
    let index = Math.max(0, spans.start.floor(view.from));
    // A span that began before the window may reach into it, with later ones that have ended already.
    for (let back = index - 1; back >= Math.max(0, index - 64); back--) if (spans.end.values[back] > view.from) draw(back);
    while (index < spans.values.length && spans.start.values[index] <= view.to) {
        draw(index);
        const next = spans.start.lowerBound(pen.time(pen.x(spans.start.values[index]) + 1));
        index = pen.width > 0 && next > index + 3 ? next : index + 1;
    }
}

const left = (spans, index, pen) => Math.max(-2, pen.x(spans.start.values[index]));
const right = (spans, index, pen) => Math.min(pen.width + 2, pen.x(spans.end.values[index]));

/** A series as a line; steps if its values are held. */
function drawSeries(pen, series, top, height, low, high, colour) {
    if (series.time.length === 0) return;
    const { context } = pen;
    const y = (value) => top + height - ((value - low) / (high - low || 1)) * height;
    let first = Math.max(0, series.time.floor(view.from));
    const last = Math.min(series.time.length, series.time.floor(view.to) + 2);
    context.strokeStyle = colour;
    context.lineWidth = 1.4;
    context.beginPath();
    const isDense = last - first > pen.width * 2;
    let before = null;
    if (isDense) {
        for (let x = 0; x < pen.width; x++) {
            const end = Math.min(last, series.time.lowerBound(pen.time(x + 1)));
            if (end <= first) continue;
            const [lowest, highest] = series.extent(first, end), time = series.time.values[end - 1];
            const isGap = before === null || (!series.isHeld && time - before > Math.max(1, 3 / pen.scale));
            if (isGap) context.moveTo(x + 0.5, y(highest));
            else context.lineTo(x + 0.5, y(highest));
            context.lineTo(x + 0.5, y(lowest) + 0.5);
            work.points += 2;
            before = time;
            first = end;
        }
    } else {
        for (let index = first; index < last; index++) {
            const x = pen.x(series.time.values[index]), place = y(series.value.values[index]);
            // Values that are far apart do not belong together: the source was off.
            const isGap = before === null || (!series.isHeld && series.time.values[index] - before.time > 1);
            if (isGap) context.moveTo(x, place);
            else if (series.isHeld) { context.lineTo(x, before.y); context.lineTo(x, place); }
            else context.lineTo(x, place);
            work.points += 1;
            before = { time: series.time.values[index], y: place };
        }
        if (series.isHeld && before !== null && first < last) context.lineTo(pen.x(Math.min(view.to, trace.end)), before.y);
    }
    context.stroke();
    context.lineWidth = 1;
}

const overview = { canvas: document.createElement("canvas"), key: "" };

/** The states of the whole trace, drawn once for each size and scheme. */
function overviewStates(width, height, scale) {
    const key = `${width} ${height} ${palette.card}`;
    if (overview.key === key) return overview.canvas;
    Object.assign(overview.canvas, { width: width * 2, height: height * 2 });
    const context = overview.canvas.getContext("2d");
    context.scale(2, 2);
    let last = -1;
    for (let index = 0; index < trace.states.values.length; index++) {
        const start = trace.states.start.values[index] * scale, end = Math.min(trace.states.end.values[index], trace.end) * scale;
        if (end - last < 0.5) continue;
        box(context, start, 6, Math.max(1, end - start), height - 12, palette[trace.states.values[index].state]);
        last = end;
    }
    overview.key = key;
    return overview.canvas;
}

/** The whole trace in small: its states, and the part that is shown. */
function drawOverview() {
    const { context, width, height } = surface(element("overview"));
    const scale = width / Math.max(trace.end, 1e-3);
    context.drawImage(overviewStates(width, height, scale), 0, 0, width, height);
    const start = view.from * scale, end = view.to * scale;
    context.strokeStyle = palette.soft;
    context.lineWidth = 2;
    context.strokeRect(start + 1, 1, Math.max(3, end - start - 2), height - 2);
    box(context, view.time * scale - 1, 0, 2, height, palette.accent);
}
