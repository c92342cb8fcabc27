// The search for focus as a curve: sharpness over lens position, in the order of the steps.

/** The search that goes on at the cursor, or the latest one, or else the first. */
function searchNow() {
    let found = null;
    for (const search of trace.searches) if (found === null || search.start <= view.time) found = search;
    return found;
}

const curveLeft = 40, curveBottom = 26;

function drawCurve() {
    const { context, width, height } = surface(element("curve"));
    const search = searchNow();
    if (search === null || search.points.length === 0) {
        label(context, "No search for focus in this trace", width / 2, height / 2, palette.soft, "center");
        element("curve-words").textContent = "";
        return;
    }
    const places = curvePlaces(search, width, height), positions = positionsOf(search);
    drawAxes(context, width, height, places);
    drawFrames(context, positions, places);
    // The engine measures so many positions; behind them the lens goes to the one that was found.
    const count = search.report.evaluations;
    drawPositions(context, positions, count, places, 0.22);
    const now = view.time + 1e-9, isOver = search.end <= now;
    const reached = positions.filter((position) => isOver || position.end <= now);
    drawPositions(context, reached, count, places, 1);
    if (isOver) drawFound(context, search.report, places, width, height);
    const seen = search.points.filter(([time]) => time <= now).length;
    const soFar = `${plural(Math.min(reached.length, count), "position")}, ${plural(seen, "frame")} so far`;
    const whole = `${plural(count, "position")}, ${plural(search.report.frames, "frame")}`;
    const words = seen === 0 ? `begins at ${timeText(search.start, 0.01)}` : isOver ? whole : soFar;
    element("curve-words").textContent = words;
    element("curve").setAttribute("aria-label", stepsInWords(positions.slice(0, count)));
}

function stepsInWords(positions) {
    const steps = positions.map(({ lens, sharpness }, index) => `${index + 1}: lens ${lens}, sharpness ${numberText(sharpness)}`);
    return `Sharpness over lens position. ${steps.join("; ")}`;
}

/** The place of a lens position and a sharpness on the canvas. */
function curvePlaces(search, width, height) {
    const least = (list) => list.reduce((low, value) => Math.min(low, value));
    const most = (list) => list.reduce((high, value) => Math.max(high, value));
    const lens = [search.report.position, ...search.points.map((point) => point[1])], low = least(lens), high = most(lens);
    const margin = Math.max(1, (high - low) * 0.08), top = most([1e-9, ...search.points.map((point) => point[2])]) * 1.15;
    return {
        low, high, top,
        x: (value) => curveLeft + ((value - low + margin) / (high - low + 2 * margin)) * (width - curveLeft - 10),
        y: (value) => height - curveBottom - (value / top) * (height - curveBottom - 10),
    };
}

function drawAxes(context, width, height, { low, high, top, x, y }) {
    const across = niceStep(top / 3.5), along = niceStep(Math.max(1, (high - low) / 4));
    for (let value = 0; value <= top * 0.97; value += across) {
        box(context, curveLeft, Math.round(y(value)), width - curveLeft - 10, 1, value === 0 ? palette.line : palette.grid);
        label(context, String(Number(value.toPrecision(3))), curveLeft - 6, y(value), palette.soft, "right");
    }
    for (let value = Math.ceil(low / along) * along; value <= high; value += along) {
        label(context, String(value), x(value), height - curveBottom + 11, palette.soft, "center");
    }
    label(context, "lens", width - 10, height - curveBottom - 8, palette.soft, "right");
    label(context, "sharpness", curveLeft + 4, 6, palette.soft);
}

/** Each frame as a dot: filled where the lens had arrived, and hollow where it was on its way. */
function drawFrames(context, positions, { x, y }) {
    context.strokeStyle = palette.soft;
    context.fillStyle = palette.sharp;
    for (const { lens, frames } of positions) {
        for (const { time, sharpness, isOnTheWay } of frames) {
            if (time > view.time + 1e-9) return;
            work.points += 1;
            context.globalAlpha = isOnTheWay ? 0.45 : 0.5;
            context.beginPath();
            context.arc(x(lens), y(sharpness), isOnTheWay ? 1.8 : 2, 0, 7);
            if (isOnTheWay) context.stroke(); else context.fill();
        }
    }
    context.globalAlpha = 1;
}

/** The positions that the engine measured, numbered in their order, and the way between them. */
function drawPositions(context, positions, count, { x, y }, alpha) {
    context.globalAlpha = alpha;
    context.strokeStyle = context.fillStyle = palette.sharp;
    context.lineWidth = 1.8;
    context.lineJoin = "round";
    context.beginPath();
    for (const { lens, sharpness } of positions) context.lineTo(x(lens), y(sharpness));
    context.stroke();
    context.lineWidth = 1;
    positions.forEach(({ lens, sharpness }, index) => {
        work.points += 1;
        context.fillStyle = palette.sharp;
        context.beginPath();
        context.arc(x(lens), y(sharpness), 3.4, 0, 7);
        context.fill();
        const before = positions[index - 1];
        // On the side from which the line does not come.
        const isLeft = before !== undefined && before.lens > lens;
        const place = x(lens) + (isLeft ? -7 : 1), side = isLeft ? "right" : "left";
        if (index < count) label(context, String(index + 1), place, y(sharpness) - 10, palette.ink, side);
    });
    context.globalAlpha = 1;
}

function drawFound(context, report, { x }, width, height) {
    const place = x(report.position), isRight = place > width * 0.6;
    dashedLine(context, [place, 14], [place, height - curveBottom], palette.accent, [4, 4]);
    const words = `${report.outcome} ${report.position}`, y = height - curveBottom - 24;
    const wide = context.measureText(words).width + 6, left = isRight ? place - 4 - wide : place + 4;
    box(context, left, y - 8, wide, 16, palette.card);
    label(context, words, left + 3, y, palette.accent);
}
