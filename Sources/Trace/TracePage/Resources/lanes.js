// Each lane of the time line draws itself, between a top and a height.

function drawTouches(pen, top, height) {
    eachSpan(trace.touches, pen, (index, x, end) => {
        box(pen.context, x, top + height / 2 - 5, Math.max(3, end - x), 10, palette.touch);
    });
}

function motionScale() {
    const threshold = thresholdNow();
    const largest = Math.min(trace.motion.highest, threshold.recorded * 6);
    return makeScale(0, Math.max(threshold.recorded * 1.6, threshold.other * 1.15, largest), "motion", (value) => String(value));
}

function drawMotion(pen, top, height) {
    eachSpan(trace.awake, pen, (index, x, end) => box(pen.context, x, top - 5, end - x, height + 10, palette.awake));
    const threshold = thresholdNow(), scale = motionScale();
    drawGrid(pen, scale, top, height);
    drawSeries(pen, trace.motion, scale, top, height);
    eachSpan(trace.threshold, pen, (index, x, end) => {
        drawThreshold(pen, x, end, heightOn(scale, trace.threshold.values[index], top, height), palette.error);
    });
    if (threshold.other === threshold.recorded) return;
    const y = heightOn(scale, threshold.other, top, height);
    drawThreshold(pen, 0, pen.width, y, palette.accent);
    label(pen.context, `what if ${threshold.other}`, pen.width - 6, y - 7, palette.accent, "right");
}

function drawThreshold({ context }, from, to, height, colour) {
    const y = Math.round(height) + 0.5;
    work.points += 1;
    dashedLine(context, [from, y], [to, y], colour, [5, 4]);
}

function drawStates(pen, top, height) {
    drawStateBoxes(pen, trace.states, top, height);
}

/** The states of the what-if run; changes are marked with triangles, guesses hatched. */
function drawOther(pen, top, height) {
    const { spans, changes } = whatIf.result;
    drawStateBoxes(pen, spans, top + 6, height - 6);
    for (const change of changes) {
        const x = pen.x(change.time);
        if (x < -6 || x > pen.width + 6) continue;
        work.points += 1;
        pen.context.fillStyle = { gone: palette.error, new: palette.accent, shifted: palette.soft }[change.change];
        fillTriangle(pen.context, x, top - 4, top + 6);
    }
}

let listsOfTimers = null;

/** The spans of each timer by its name: of different timers many run at once, of one only one. */
const timerLists = () => (listsOfTimers ??= trace.timers.byValue());

const rowsTop = (top) => top - 5 + nameHeight();

function drawTimers(pen, top) {
    // On a narrow screen no names stand beside the rows.
    let y = rowsTop(top);
    for (const [name, spans] of timerLists()) {
        const colour = name === "forceLock" ? palette.autoAndForceLocked : palette.timer;
        eachSpan(spans, pen, (index, x, end) => {
            box(pen.context, x, y + 2, Math.max(1.5, end - x), rowHeight - 4, colour);
            const room = Math.min(end, pen.width) - Math.max(0, x) - 8;
            if (!narrow.matches || pen.context.measureText(name).width > room) return;
            label(pen.context, name, Math.max(0, x) + 4, y + rowHeight / 2, palette.paper);
        });
        y += rowHeight;
    }
}

const focusScales = () => [scaleOf(trace.lens, "lens"), scaleOf(trace.sharpness, "sharp")];

function drawFocus(pen, top, height) {
    const [lens, sharpness] = focusScales();
    drawGrid(pen, lens ?? sharpness, top, height);
    drawSeries(pen, trace.sharpness, sharpness, top, height);
    drawSeries(pen, trace.lens, lens, top, height);
}

/** V4L2 counts exposure times in steps of 100 µs. */
const exposureText = (steps) => `${Number((steps / 10).toPrecision(3))} ms`;
const shareText = (share) => `${Math.round(share * 100)} %`;

function exposureScales() {
    const brightness = trace.mean.time.length === 0 ? null : makeScale(0, 1.02, "mean", shareText);
    return [scaleOf(trace.exposure, "exposure", exposureText), brightness, scaleOf(trace.gain, "gain")];
}

function drawExposure(pen, top, height) {
    const [time, brightness, gain] = exposureScales();
    drawGrid(pen, time ?? brightness, top, height);
    drawSeries(pen, trace.gain, gain, top, height, [5, 3]);
    drawSeries(pen, trace.mean, brightness, top, height);
    drawSeries(pen, trace.exposure, time, top, height);
}

function drawWrites(pen, top) {
    const y = rowsTop(top), { context } = pen;
    const drawCalls = (spans, isReadOf, colourOf) => eachSpan(spans, pen, (index, x, end) => {
        const isRead = isReadOf(spans.values[index]);
        box(context, x, y + 2 + (isRead ? rowHeight : 0), Math.max(2, end - x), rowHeight - 4, colourOf(isRead));
    });
    eachSpan(trace.streams, pen, (index, x, end) => {
        box(context, x, y + 2 * rowHeight + 5, Math.max(2, end - x), 4, palette.line);
    });
    const lists = callLists();
    for (const spans of lists) drawCalls(spans, Boolean, (isRead) => (isRead ? palette.read : palette.write));
    // Over all others, so that none of them hides an error.
    drawCalls(trace.errors, Boolean, () => palette.error);
    eachMoment(trace.marks, pen, (index, x) => {
        work.points += 1;
        context.fillStyle = trace.marks.values[index].isFault ? palette.error : palette.sharp;
        context.beginPath();
        context.arc(x, y + 2 * rowHeight + 7, 4, 0, 7);
        context.fill();
    });
}

let listsOfCalls = null;

/** The writes, and the reads. */
function callLists() {
    listsOfCalls ??= trace.calls.byValue(new Map([[false, new Spans()], [true, new Spans()]]));
    return [...listsOfCalls.values()];
}
