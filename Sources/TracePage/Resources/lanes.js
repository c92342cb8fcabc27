// Each lane of the time line draws itself, between a top and a height.

function drawTouches(pen, top, height) {
    eachSpan(trace.touches, pen, (index) => {
        const start = left(trace.touches, index, pen), end = right(trace.touches, index, pen);
        box(pen.context, start, top + height / 2 - 4, Math.max(3, end - start), 8, palette.touch);
    });
}

function drawMotion(pen, top, height) {
    eachSpan(trace.awake, pen, (index) => {
        const start = left(trace.awake, index, pen);
        box(pen.context, start, top - 4, right(trace.awake, index, pen) - start, height + 8, palette.grid);
    });
    const threshold = thresholdNow();
    const largest = Math.min(trace.motion.highest, threshold.recorded * 6);
    const high = Math.max(threshold.recorded * 1.6, threshold.other * 1.15, largest);
    drawSeries(pen, trace.motion, top, height, 0, high, palette.motion);
    const lines = [[threshold.recorded, palette.error, "threshold"]];
    if (threshold.other !== threshold.recorded) lines.push([threshold.other, palette.accent, "what if"]);
    for (const [value, colour, name] of lines) {
        const y = Math.round(top + height - (value / high) * height) + 0.5;
        pen.context.strokeStyle = colour;
        pen.context.setLineDash([5, 4]);
        pen.context.beginPath();
        pen.context.moveTo(0, y);
        pen.context.lineTo(pen.width, y);
        pen.context.stroke();
        pen.context.setLineDash([]);
        label(pen.context, `${name} ${value}`, pen.width - 6, y - 7, colour, "right");
    }
}

function stateBox(pen, spans, index, top, height, { state, isGuess }) {
    const start = left(spans, index, pen), width = Math.max(1.5, right(spans, index, pen) - start - 1);
    box(pen.context, start, top, width, height, palette[state]);
    if (isGuess) box(pen.context, start, top, width, height, hatch(pen.context));
    const text = fitted(pen.context, state, width - 12);
    if (!text) return;
    const room = pen.context.measureText(text).width + 6;
    if (isGuess) box(pen.context, Math.max(0, start) + 3, top + 3, room, height - 6, palette[state]);
    label(pen.context, text, Math.max(0, start) + 6, top + height / 2 + 0.5, palette.paper);
}

function drawStates(pen, top, height) {
    eachSpan(trace.states, pen, (index) => stateBox(pen, trace.states, index, top, height, trace.states.values[index]));
}

/** The states of the what-if run; changes are marked with triangles, guesses hatched. */
function drawOther(pen, top, height) {
    const { spans, changes } = whatIf.result;
    eachSpan(spans, pen, (index) => stateBox(pen, spans, index, top + 6, height - 6, spans.values[index]));
    for (const change of changes) {
        const x = pen.x(change.time);
        if (x < -6 || x > pen.width + 6) continue;
        work.points += 1;
        pen.context.fillStyle = { gone: palette.error, new: palette.accent, shifted: palette.soft }[change.change];
        pen.context.beginPath();
        pen.context.moveTo(x - 6, top - 4);
        pen.context.lineTo(x + 6, top - 4);
        pen.context.lineTo(x, top + 6);
        pen.context.fill();
    }
}

function drawTimers(pen, top) {
    const names = timerNames();
    eachSpan(trace.timers, pen, (index) => {
        const name = trace.timers.values[index], y = top + names.indexOf(name) * 11;
        const start = left(trace.timers, index, pen), width = Math.max(1.5, right(trace.timers, index, pen) - start);
        box(pen.context, start, y + 1, width, 9, name === "forceLock" ? palette.autoAndForceLocked : palette.timer);
        pen.context.font = palette.font.replace("11px", "9px");
        const text = fitted(pen.context, name, width - 8);
        if (text) label(pen.context, text, Math.max(0, start) + 4, y + 6, palette.paper);
        pen.context.font = palette.font;
    });
}

function drawFocus(pen, top, height) {
    drawSeries(pen, trace.sharpness, top, height, 0, trace.sharpness.highest, palette.sharp);
    drawSeries(pen, trace.lens, top, height, Math.min(0, trace.lens.lowest), trace.lens.highest * 1.05, palette.lens);
}

function drawExposure(pen, top, height) {
    drawSeries(pen, trace.mean, top, height, 0, 1, palette.mean);
    drawSeries(pen, trace.exposure, top, height, 0, trace.exposure.highest * 1.05, palette.exposure);
}

function drawCall(pen, spans, index, top, colour) {
    const start = left(spans, index, pen);
    box(pen.context, start, top, Math.max(2, right(spans, index, pen) - start), 11, colour);
}

function drawWrites(pen, top, height) {
    eachSpan(trace.streams, pen, (index) => {
        const start = left(trace.streams, index, pen);
        box(pen.context, start, top + height - 6, Math.max(2, right(trace.streams, index, pen) - start), 5, palette.line);
    });
    eachSpan(trace.calls, pen, (index) => {
        const isRead = trace.calls.values[index];
        drawCall(pen, trace.calls, index, top + (isRead ? 15 : 0), isRead ? palette.read : palette.write);
    });
    // Over all others, so that none of them hides an error.
    eachSpan(trace.errors, pen, (index) => {
        drawCall(pen, trace.errors, index, top + (trace.errors.values[index] ? 15 : 0), palette.error);
    });
    eachSpan(trace.marks, pen, (index) => {
        const x = pen.x(trace.marks.start.values[index]);
        work.points += 1;
        pen.context.fillStyle = trace.marks.values[index].isFault ? palette.error : palette.sharp;
        pen.context.beginPath();
        pen.context.arc(x, top + height - 3.5, 4, 0, 7);
        pen.context.fill();
    });
}
