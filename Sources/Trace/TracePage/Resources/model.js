// The trace as the page holds it: columns of numbers for the drawing, and the lines themselves.

const kindNames = ["state", "tap", "write", "motion", "frame", "", "mark"];

const trace = {
    about: {}, damage: [], odd: 0, sessions: [],
    /** The lines as they are in the file, and for each the seconds of its input. */
    lines: [], lineTime: new Column(),
    /** The rows of the log: a header, an input or an effect. */
    rowTime: new Column(), rowKind: new Column(Uint8Array), rowDepth: new Column(Uint8Array), rowLine: new Column(Int32Array),
    rowWords: [], dayTimes: [],
    states: new Spans(), moved: new Spans(), touches: new Spans(), timers: new Spans(), awake: new Spans(),
    calls: new Spans(), errors: new Spans(), streams: new Spans(),
    motion: new Series(), threshold: new Spans(), sharpness: new Series(), lens: new Series(true), mean: new Series(),
    exposure: new Series(true), marks: new Spans(), taps: new Spans(), shapes: new Spans(), searches: [], frames: new Series(),
    end: 0,
    /** The words that a person left by `trace mark`. */
    flags: new Spans(), gain: new Series(true),
};

/** The values of controls, by their numbers in V4L2: the lens, the exposure time, the gain. */
const seriesOf = { 10094858: trace.lens, 10094850: trace.exposure, 9963795: trace.gain };

/** Everything that goes on while the lines are read. */
const open = { touches: new Map(), timers: new Map(), calls: new Map(), stream: -1, awake: -1, state: -1, moved: -1, search: null };

function addRow(time, kind, depth, words, day = "") {
    trace.rowTime.push(time);
    trace.rowKind.push(kindNames.indexOf(kind));
    trace.rowDepth.push(depth);
    trace.rowLine.push(trace.lines.length - 1);
    trace.rowWords.push(words);
    trace.dayTimes.push(day);
    return trace.rowWords.length - 1;
}

const numbersOf = (text) => (text ? text.split(" ").map(Number) : []);

/** The JSON of a line. The program has read it, but may have accepted what a browser does not: then nothing of it is drawn. */
function parsed(line) {
    try {
        return JSON.parse(line) ?? {};
    } catch {
        return {};
    }
}

/** Draws what it can of a record; one with fields of odd types stays a row of the log. */
function draw(body) {
    try {
        body();
    } catch {
        trace.odd += 1;
    }
}

/** Takes a line of the trace and its notes. */
function takeRecord(line, notes) {
    const fields = notes.split("\t"), record = parsed(line);
    trace.lines.push(line);
    if (fields[0] === "i") {
        const time = Number(fields[1]);
        trace.end = Math.max(trace.end, time);
        trace.lineTime.push(time);
        const row = addRow(time, fields[3], 0, fields[4], fields[2]);
        if (fields.length > 6) takeMoved(fields[6] === "1", time, row);
        draw(() => takeInput(record.in, time, row, numbersOf(fields[5])));
        return;
    }
    if (fields[0] === "m") {
        trace.end = Math.max(trace.end, Number(fields[1]));
        trace.lineTime.push(trace.end);
        const row = addRow(trace.end, "mark", 0, fields[3], fields[2]);
        trace.flags.close(trace.flags.open(trace.end, fields[3].replace(/^-- /, ""), row), trace.end);
        return;
    }
    trace.lineTime.push(trace.end);
    // A snapshot directly behind its header: the session begins in its middle.
    const isMiddle = record.snapshot !== undefined && trace.sessions.at(-1)?.line === trace.lines.length - 2;
    if (isMiddle) trace.sessions.at(-1).isMiddle = true;
    if (fields[0] === "s") {
        addRow(trace.end, "state", 0, fields[1]);
        takeSession(record, fields[1]);
        return;
    }
    if (record.snapshot !== undefined) {
        if (isMiddle) draw(() => takeBeginning(record.snapshot, fields));
        return;
    }
    for (let index = 0; 1 + index * 3 < fields.length; index++) {
        const [kind, words, numbers] = fields.slice(1 + index * 3, 4 + index * 3);
        const row = addRow(trace.end, kind, 1, words);
        draw(() => takeEffect(record.out[index], trace.end, row, words, numbersOf(numbers)));
    }
}

function takeSession(header, words) {
    closeEverything();
    const configuration = header.configuration ?? {};
    const rule = configuration.motionRule ?? "deviation";
    const detection = configuration.motionDetection ?? {};
    const threshold = rule === "article" ? detection.articleThreshold ?? 1.5 : detection.deviation ?? 1;
    trace.sessions.push({ header, words, time: trace.end, rule, threshold, line: trace.lines.length - 1 });
    trace.threshold.close(trace.threshold.values.length - 1, trace.end);
    trace.threshold.open(trace.end, threshold, trace.rowWords.length - 1);
}

/** A session begins with nothing under way, and so does the end of the trace. */
function closeEverything() {
    trace.states.close(open.state, trace.end);
    trace.moved.close(open.moved, trace.end);
    trace.streams.close(open.stream, trace.end);
    trace.awake.close(open.awake, trace.end);
    for (const [name, spans] of [["touches", trace.touches], ["timers", trace.timers], ["calls", trace.calls]]) {
        for (const index of open[name].values()) spans.close(index.span ?? index, trace.end);
        open[name].clear();
    }
    Object.assign(open, { stream: -1, awake: -1, state: -1, moved: -1, search: null });
}

/** The remembered bit of the chart: motion that waits for the end of a lock. */
function takeMoved(isRemembered, time, row) {
    trace.moved.close(open.moved, time);
    open.moved = isRemembered ? trace.moved.open(time, null, row) : -1;
}

function takeInput(input, time, row, numbers) {
    if (input.acceleration !== undefined) {
        if (numbers.length === 1) trace.motion.push(time, numbers[0], row);
    } else if (input.frame !== undefined) {
        takeFrame(input.frame, time, row);
    } else if (input.touch !== undefined) {
        takeTouch(input.touch, time, row, numbers);
    } else if (input.cameraAnswered !== undefined) {
        takeAnswer(input.cameraAnswered, time, row);
    } else if (input.timer !== undefined) {
        trace.timers.close(open.timers.get(input.timer.id) ?? -1, time);
        open.timers.delete(input.timer.id);
    } else if (input.viewTapped !== undefined || input.pictureTapped !== undefined) {
        trace.touches.close(trace.touches.open(time, { points: [[time, ...numbers]] }, row), time);
    } else if (input.framesEnded !== undefined || input.framesLost !== undefined || input.framesUnavailable !== undefined) {
        trace.streams.close(open.stream, time);
        open.stream = -1;
    } else if (numbers.length === 5) {
        trace.shapes.open(time, numbers, row);
    }
}

function takeTouch(touch, time, row, numbers) {
    if (touch.phase === "down") {
        open.touches.set(touch.slot, trace.touches.open(time, { slot: touch.slot, points: [] }, row));
    }
    const index = open.touches.get(touch.slot);
    if (index === undefined) return;
    if (numbers.length === 2) trace.touches.values[index].points.push([time, ...numbers]);
    if (touch.phase === "up" || touch.phase === "cancelled") {
        trace.touches.close(index, time);
        open.touches.delete(touch.slot);
    }
}

function takeFrame(frame, time, row) {
    trace.sharpness.push(time, frame.sharpness, row);
    trace.mean.push(time, frame.mean, row);
    if (frame.lens !== undefined) trace.lens.push(time, frame.lens, row);
    if (frame.exposure !== undefined) trace.exposure.push(time, frame.exposure, row);
    if (frame.gain !== undefined) trace.gain.push(time, frame.gain, row);
    if (Array.isArray(frame.grid)) trace.frames.push(time, trace.lines.length - 1, row);
    if (open.search === null || !Number.isFinite(frame.lens) || !Number.isFinite(frame.sharpness)) return;
    open.search.points.push([time, frame.lens, frame.sharpness]);
}

function takeAnswer(answer, time, row) {
    const call = open.calls.get(answer.call);
    if (call === undefined) return;
    open.calls.delete(answer.call);
    trace.calls.close(call.span, time);
    if (answer.errno > 0) trace.errors.close(trace.errors.open(trace.calls.start.values[call.span], call.isRead, row), time);
    call.controls.forEach((id, index) => {
        const value = answer.values?.[index];
        if (typeof value === "number") seriesOf[id]?.push(time, value, row);
    });
}

function takeEffect(effect, time, row, words, numbers) {
    if (effect.state !== undefined) {
        trace.states.close(open.state, time);
        const { state, rule, cause, moved } = effect.state;
        open.state = trace.states.open(time, { state, rule, cause, moved, place: numbers.length === 2 ? numbers : null }, row);
    } else if (effect.arm !== undefined) {
        trace.timers.close(open.timers.get(effect.arm.id) ?? -1, time);
        open.timers.set(effect.arm.id, trace.timers.open(time, effect.arm.id, row));
    } else if (effect.disarm !== undefined) {
        trace.timers.close(open.timers.get(effect.disarm) ?? -1, time);
        open.timers.delete(effect.disarm);
    } else if (effect.call?.startFrames !== undefined || effect.call?.stopFrames !== undefined) {
        // In format version 1 a stream begins and ends by calls.
        takeReport(effect.call.startFrames !== undefined ? { requestFrames: {} } : { releaseFrames: {} }, time, row, words);
    } else if (effect.call !== undefined) {
        const controls = effect.call.read ?? (effect.call.write ?? []).map((setting) => setting[0]);
        const span = trace.calls.open(time, effect.call.read !== undefined, row);
        open.calls.set(effect.call.id, { span, controls, isRead: effect.call.read !== undefined });
    } else if (effect.motionSensor !== undefined) {
        trace.awake.close(open.awake, time);
        open.awake = effect.motionSensor === "awake" ? trace.awake.open(time, null, row) : -1;
    } else {
        takeReport(effect, time, row, words);
    }
}

/** Reads the whole trace: a line about the file, a pair of lines for each record, a line about its end. */
async function readTrace() {
    let waiting = null, isFirst = true;
    await readLines((line) => {
        if (isFirst) {
            trace.about = JSON.parse(line);
            isFirst = false;
        } else if (waiting === null) {
            waiting = line;
        } else {
            takeRecord(waiting, line);
            waiting = null;
        }
    });
    trace.motion.hasPeaks = true;
    if (waiting !== null) trace.damage = JSON.parse(waiting).damage;
    closeEverything();
    trace.threshold.close(trace.threshold.values.length - 1, trace.end);
    for (const series of [trace.motion, trace.sharpness, trace.lens, trace.mean, trace.exposure, trace.gain]) series.finish();
}
