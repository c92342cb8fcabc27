// The time line: lanes on one canvas. Each step draws it again, with work that depends on its width, not on the trace's length.

/** The part of time that is shown, and the cursor: a row of the log, and the time, which may lie after that row. */
const view = { from: 0, to: 1, time: 0, row: 0 };
const rulerHeight = 24;

const rowHeight = 14;
const lanes = [
    { id: "flags", name: "Marks", height: 30, draw: drawFlags, isHidden: () => trace.flags.values.length === 0 },
    { id: "touch", name: "Touch", height: 24, draw: drawTouches },
    { id: "motion", name: "Motion", height: 66, draw: drawMotion },
    { id: "state", name: "State", height: 36, draw: drawStates },
    { id: "other", name: "What if", height: 42, draw: drawOther, isHidden: () => whatIf.result === null },
    { id: "timers", name: "Timers", height: 34, draw: drawTimers },
    { id: "focus", name: "Focus", height: 68, draw: drawFocus },
    { id: "exposure", name: "Exposure", height: 72, draw: drawExposure },
    { id: "writes", name: "Writes, answers", height: 66, draw: drawWrites },
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
    lanes.find((lane) => lane.id === "flags").height = 8 + flagRow * flagRows();
    const rows = { timers: Math.max(1, timerLists().size), writes: 3 };
    for (const lane of lanes) if (rows[lane.id] !== undefined) lane.height = nameHeight() + rowHeight * rows[lane.id] + 6;
    let top = rulerHeight;
    for (const lane of lanes) {
        lane.top = top;
        const height = heightOf(lane);
        lane.label.hidden = lane.button.hidden = height === 0;
        lane.label.style.top = `${top}px`;
        lane.label.style.height = `${lane.isFolded ? foldedHeight : height}px`;
        lane.button.setAttribute("aria-expanded", String(!lane.isFolded));
        top += height;
    }
    element("lanes").style.height = `${top}px`;
}

/** Rows stand beside their names, which are below the lane's own; on a narrow screen that one is above the lane. */
const nameHeight = () => (narrow.matches ? 0 : 18);

/** The part of the canvas in which a lane draws. */
const roomOf = (lane) => ({ top: lane.top + 5 + nameRoom(), height: heightOf(lane) - 10 - nameRoom() });

function makeLanes() {
    for (const lane of lanes) {
        const button = make("button", { type: "button", title: "Fold or unfold", textContent: lane.name });
        button.dataset.lane = lane.id;
        button.addEventListener("click", () => { lane.isFolded = !lane.isFolded; placeLanes(); refresh(); });
        const rows = make("ul"), label = make("div", { className: "lane" }, button, rows);
        Object.assign(lane, { label, button, rows });
        element("labels").append(label);
    }
    placeLanes();
}

function drawTimeline() {
    const { context, width, height } = surface(element("timeline"));
    const pen = penFor(context, width, height, view.from, view.to);
    drawRuler(pen);
    for (const lane of lanes) {
        const tall = heightOf(lane), room = roomOf(lane);
        if (tall === 0) continue;
        context.save();
        context.beginPath();
        context.rect(0, lane.top, width, tall);
        context.clip();
        if (!lane.isFolded) lane.draw(pen, room.top, room.height);
        context.restore();
        box(context, 0, lane.top + tall - 1, width, 1, palette.line);
    }
    drawSessions(pen);
    drawFlagLines(pen);
    drawCursor(pen);
}

function drawRuler(pen) {
    const step = niceTime((view.to - view.from) / Math.max(2, pen.width / 110));
    for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
        const x = Math.round(pen.x(time));
        box(pen.context, x, rulerHeight - 5, 1, pen.height, palette.grid);
        // The last one has no room before the edge.
        const words = timeText(time, step), room = pen.context.measureText(words).width + 4;
        if (x + room <= pen.width) label(pen.context, words, x + 4, rulerHeight / 2 - 2, palette.soft);
    }
}

/** The mark where another session begins: a dashed line; where they are close to each other, a tick in the ruler. */
function drawSessions(pen) {
    const shown = trace.sessions.slice(1).filter((session) => session.time > pen.from && session.time <= pen.to);
    const { context } = pen, isCrowded = shown.length > pen.width / 90;
    let last = -Infinity;
    for (const session of shown) {
        const x = Math.round(pen.x(session.time));
        if (x - last < 4) continue;
        last = x;
        if (isCrowded) {
            box(context, x, rulerHeight - 4, 1, 4, palette.soft);
            continue;
        }
        work.points += 1;
        dashedLine(context, [x + 0.5, rulerHeight - 8], [x + 0.5, pen.height], palette.soft, [2, 3]);
    }
}

function drawCursor(pen) {
    const x = pen.x(view.time);
    if (x < -8 || x > pen.width + 8) return;
    box(pen.context, Math.round(x) - 0.5, 6, 1.5, pen.height, palette.accent);
    fillTriangle(pen.context, x, 2, 10);
}

