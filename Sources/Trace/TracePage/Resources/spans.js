// Stretches of time on the time line: one box for each pixel at the most, so that the work depends on the width only.

/** Draws a part of time on a canvas. */
function penFor(context, width, height, from, to) {
    const scale = width / Math.max(to - from, 1e-9);
    return { context, width, height, from, to, scale, x: (time) => (time - from) * scale, time: (x) => from + x / scale };
}

/** Calls `draw(index, x, end)` for each span in sight; those that begin in the same pixel are one, up to the latest end. */
function eachSpan(spans, pen, draw) {
    const edge = pen.width + 2, reaching = spans.firstAfter(pen.from);
    let index = spans.start.lowerBound(pen.from);
    // Those that reach into the window from before it are one at its edge.
    if (reaching < index) draw(reaching, -2, Math.min(edge, pen.x(spans.endUpTo(index - 1))));
    while (index < spans.values.length && spans.start.values[index] <= pen.to) {
        const x = pen.x(spans.start.values[index]);
        const next = Math.max(index + 1, spans.start.lowerBound(pen.time(x + 1)));
        const end = next === index + 1 ? spans.end.values[index] : spans.endUpTo(next - 1);
        draw(index, x, Math.min(edge, pen.x(end)));
        index = next;
    }
}

/** Calls `draw(index, x)` for each moment in sight, once for each pixel. */
function eachMoment(spans, pen, draw) {
    let index = spans.start.lowerBound(pen.from);
    while (index < spans.values.length && spans.start.values[index] <= pen.to) {
        const x = pen.x(spans.start.values[index]);
        draw(index, x);
        index = Math.max(index + 1, spans.start.lowerBound(pen.time(x + 1)));
    }
}

const stateNames = ["continuousAuto", "autoAndForceLocked", "unlockableLocked"];
const narrowestState = 3, crowdWidth = 5;

/** The states as boxes. Where they are too narrow, they share a column by their times. */
function drawStateBoxes(pen, spans, top, height) {
    const { start, end, values } = spans;
    const width = (index) => pen.x(Math.min(end.values[index], trace.end)) - pen.x(start.values[index]);
    let index = spans.firstAfter(pen.from);
    while (index < values.length && start.values[index] <= pen.to) {
        if (width(index) >= narrowestState) {
            stateBox(pen, spans, index++, top, height);
            continue;
        }
        const crowd = { from: pen.x(start.values[index]), to: 0, shares: {}, hasGuess: false };
        do {
            crowd.to = crowd.from > -crowdWidth ? pen.x(Math.min(end.values[index], trace.end)) : crowd.from;
            crowd.shares[values[index].state] = (crowd.shares[values[index].state] ?? 0) + width(index);
            crowd.hasGuess ||= values[index].isGuess === true;
            index += 1;
        } while (index < values.length && crowd.to - crowd.from < crowdWidth && width(index) < narrowestState);
        stateCrowd(pen, crowd, top, height);
    }
}

function stateCrowd(pen, { from, to, shares, hasGuess }, top, height) {
    const all = Object.values(shares).reduce((sum, share) => sum + share, 0), width = Math.max(1.5, to - from);
    let y = top;
    for (const state of stateNames) {
        const part = all > 0 ? ((shares[state] ?? 0) / all) * height : shares[state] === undefined ? 0 : height;
        if (part > 0) box(pen.context, from, y, width, part, palette[state]);
        y += part;
    }
    if (hasGuess) box(pen.context, from, top, width, height, hatch(pen.context));
}

function stateBox(pen, spans, index, top, height) {
    const { state, isGuess } = spans.values[index];
    const start = Math.max(-2, pen.x(spans.start.values[index])), end = Math.min(pen.width + 2, pen.x(spans.end.values[index]));
    const width = Math.max(1.5, end - start - 1), { context } = pen;
    box(context, start, top, width, height, palette[state] ?? palette.soft);
    if (isGuess) box(context, start, top, width, height, hatch(context));
    if (pen.isSmall) return;
    const left = Math.max(0, start) + 6, lines = linesOf(context, state, Math.min(end, pen.width) - left - 5, height);
    if (lines.length === 0) return;
    const room = Math.max(...lines.map((line) => context.measureText(line).width)) + 8;
    if (isGuess) box(context, left - 4, top + 2, room, height - 4, palette[state]);
    const middle = top + height / 2 + 0.5;
    lines.forEach((line, number) => label(context, line, left, middle + (number - (lines.length - 1) / 2) * 11, palette.paper));
}

/** A state's name in one line, or in two if there is little room; nothing if even these would be cut. */
function linesOf(context, name, room, height) {
    if (room < 40) return [];
    if (context.measureText(name).width <= room) return [name];
    const parts = name.match(/^(.+?)((?:Force)?[A-Z][a-z]+)$/)?.slice(1) ?? [];
    const fits = height >= 22 && parts.length > 0 && parts.every((part) => context.measureText(part).width <= room);
    return fits ? parts : [];
}

const overview = { canvas: make("canvas"), key: "" };

/** The states of the whole trace, drawn once for each size and scheme. */
function overviewStates(width, height) {
    const key = `${width} ${height} ${palette.card}`;
    if (overview.key === key) return overview.canvas;
    Object.assign(overview.canvas, { width: width * 2, height: height * 2 });
    const context = overview.canvas.getContext("2d");
    context.scale(2, 2);
    const pen = penFor(context, width, height, 0, Math.max(trace.end, 1e-3));
    // Without names: they stand in the lane below.
    drawStateBoxes({ ...pen, isSmall: true }, trace.states, 6, height - 12);
    overview.key = key;
    return overview.canvas;
}

/** The whole trace in small: its states, its marks, and the part that is shown. */
function drawOverview() {
    const { context, width, height } = surface(element("overview"));
    const scale = width / Math.max(trace.end, 1e-3);
    context.drawImage(overviewStates(width, height), 0, 0, width, height);
    const start = view.from * scale, end = view.to * scale;
    context.strokeStyle = palette.soft;
    context.lineWidth = 2;
    context.strokeRect(start + 1, 1, Math.max(3, end - start - 2), height - 2);
    eachMoment(trace.flags, penFor(context, width, height, 0, Math.max(trace.end, 1e-3)), (index, x) => {
        box(context, x - 1.5, 0, 3, height, palette.flag);
    });
    box(context, view.time * scale - 1, 0, 2, height, palette.accent);
}
