// The moment at the cursor: the view with finger and focus square, and the chart.

/** The span that the row at the cursor lies in, or after; -1 before the first. */
const spanAtRow = (spans) => spans.row.floor(view.row);

function stateNow() {
    const index = spanAtRow(trace.states);
    return index < 0 ? null : { ...trace.states.values[index], time: trace.states.start.values[index] };
}

/** The latest place of a finger that is on the screen, or was until a moment ago, and its way there. */
function fingerNow() {
    const index = spanAtRow(trace.touches);
    if (index < 0) return null;
    const age = view.time - trace.touches.end.values[index];
    if (age > 0.6) return null;
    const way = trace.touches.values[index].points.filter(([time]) => time <= view.time + 1e-9);
    return way.length === 0 ? null : { way, isDown: age < 0, fade: age < 0 ? 1 : 1 - age / 0.6 };
}

/** The view is dark in both schemes, as a picture is. */
const onPicture = { continuousAuto: "#d5dfea", autoAndForceLocked: "#ffb057", unlockableLocked: "#5fe0d3", finger: "#ff85c0" };

function drawView() {
    const { context, width, height } = surface(element("view"));
    const shape = trace.shapes.values[Math.max(0, spanAtRow(trace.shapes))] ?? [1.6, 0, 0, 1, 1];
    const ratio = Number.isFinite(shape[0]) ? Math.min(Math.max(shape[0], 0.2), 5) : 1.6;
    const room = { width: width - 4, height: height - 4 };
    const wide = Math.min(room.width, room.height * ratio), tall = wide / ratio;
    const x0 = (width - wide) / 2, y0 = (height - tall) / 2;
    const place = (x, y) => [x0 + x * wide, y0 + y * tall];
    context.save();
    context.beginPath();
    context.roundRect(x0, y0, wide, tall, 8);
    context.clip();
    box(context, x0, y0, wide, tall, "#0b0d10");
    drawPicture(context, place, shape);
    drawSquare(context, place, wide, tall);
    drawFinger(context, place, wide);
    context.restore();
    element("view-words").textContent = viewWords();
}

/** The picture's place; if a frame was measured on the coarse grid lately, its 8 × 6 cells. */
function drawPicture(context, place, shape) {
    const [left, top] = place(Math.min(shape[1], shape[3]), Math.min(shape[2], shape[4]));
    const [right, bottom] = place(Math.max(shape[1], shape[3]), Math.max(shape[2], shape[4]));
    box(context, left, top, right - left, bottom - top, palette.picture);
    const index = trace.frames.row.floor(view.row);
    if (index < 0 || view.time - trace.frames.time.values[index] > 5) return;
    const { grid } = parsed(trace.lines[trace.frames.value.values[index]]).in.frame;
    const cells = make("canvas", { width: 8, height: 6 }), pen = cells.getContext("2d");
    grid.forEach((luma, number) => {
        const cell = { column: number % 8, row: Math.floor(number / 8) };
        const column = shape[1] < shape[3] ? cell.column : 7 - cell.column;
        const row = shape[2] < shape[4] ? cell.row : 5 - cell.row;
        const grey = Math.round(luma * 0.7 + 20);
        pen.fillStyle = `rgb(${grey} ${grey} ${grey})`;
        pen.fillRect(column, row, 1, 1);
    });
    context.imageSmoothingQuality = "high";
    context.drawImage(cells, left, top, right - left, bottom - top);
}

function drawSquare(context, place, wide, tall) {
    const state = stateNow();
    if (state === null) return;
    const isLarge = state.state === "continuousAuto";
    if (!isLarge && lastPlace() === null) return;
    const [x, y] = isLarge ? place(0.5, 0.5) : place(...lastPlace());
    const side = Math.min(wide, tall) * (isLarge ? 0.46 : 0.2);
    const age = state.isEarlier ? Infinity : view.time - state.time;
    context.globalAlpha = isLarge ? Math.max(0.4, 1 - age / 1.5) : state.state === "unlockableLocked" ? 0.6 : 1;
    context.lineWidth = isLarge ? 1.5 : 2.5;
    context.strokeStyle = onPicture[state.state] ?? palette.soft;
    context.setLineDash(state.state === "unlockableLocked" ? [7, 5] : []);
    context.strokeRect(x - side / 2, y - side / 2, side, side);
    context.setLineDash([]);
    if (!isLarge) {
        context.beginPath();
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
            context.moveTo(x + (dx * side) / 2, y + (dy * side) / 2);
            context.lineTo(x + dx * side * 0.4, y + dy * side * 0.4);
        }
        context.stroke();
    }
    context.globalAlpha = 1;
}

/** The place of the latest tapped state, which the state after it keeps; null if it was tapped before the file begins. */
function lastPlace() {
    for (let index = spanAtRow(trace.states); index >= 0; index--) {
        if (trace.states.values[index].place !== null) return trace.states.values[index].place;
        if (trace.states.values[index].isEarlier) return null;
    }
    return [0.5, 0.5];
}

function drawFinger(context, place, wide) {
    const finger = fingerNow();
    if (finger === null) return;
    context.globalAlpha = finger.fade;
    context.strokeStyle = onPicture.finger;
    context.lineWidth = 2;
    context.beginPath();
    finger.way.forEach(([, x, y], index) => (index === 0 ? context.moveTo(...place(x, y)) : context.lineTo(...place(x, y))));
    context.stroke();
    const [, x, y] = finger.way[finger.way.length - 1];
    context.beginPath();
    context.arc(...place(x, y), Math.max(8, wide * 0.035), 0, 7);
    context.fillStyle = onPicture.finger;
    context.globalAlpha = finger.fade * (finger.isDown ? 0.75 : 0.35);
    context.fill();
    context.globalAlpha = finger.fade;
    context.stroke();
    context.globalAlpha = 1;
}

function viewWords() {
    const finger = fingerNow(), state = stateNow(), words = [];
    if (finger !== null) {
        const [, x, y] = finger.way[finger.way.length - 1];
        words.push(`finger ${x.toFixed(2)}, ${y.toFixed(2)}`);
    }
    if (state !== null && state.state !== "continuousAuto") {
        const place = lastPlace();
        const known = place?.map((part) => part.toFixed(2)).join(", ");
        words.push(place === null ? "held, at a place from before this file" : `held at ${known}`);
    }
    return words.join(" · ") || "nobody touches it";
}

const causes = { start: "the start", tap: "a tap", timer: "the timer", motion: "motion", view: "the view was shown" };

/** True if the device has moved at the cursor, and the present lock will end for it. */
function isRemembered() {
    const index = spanAtRow(trace.moved);
    return index >= 0 && view.time < trace.moved.end.values[index];
}

function drawChart() {
    const state = stateNow();
    for (const part of document.querySelectorAll("#chart g")) {
        const isLit = state !== null && (part.dataset.state === state.state || part.dataset.transition === (state.rule ?? "none"));
        part.classList.toggle("lit", isLit);
    }
    const why = state?.moved ? `${causes[state.cause] ?? state.cause} (${state.moved})` : causes[state?.cause] ?? "";
    const isMoved = isRemembered();
    document.querySelector("#chart [data-memory]").classList.toggle("lit", isMoved);
    const memory = isMoved ? "; moved is remembered" : "";
    let words = "not started";
    if (state?.isEarlier) words = `since before this file${memory}`;
    else if (state !== null) words = `for ${timeText(Math.max(0, view.time - state.time), 0.01)}, by ${why}${memory}`;
    element("chart-words").textContent = words;
    const name = state === null ? "State chart" : `State ${state.state}, ${words}${state.rule === undefined ? "" : `, rule ${state.rule}`}`;
    element("chart").setAttribute("aria-label", name);
}
