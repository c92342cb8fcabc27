// The reports of the engine, and the beginning of a file in the middle of a session.

/** A session that goes on: its state is that of the snapshot, since a time before the file. */
function takeBeginning(snapshot, [, , words, seconds]) {
    const time = Number(seconds ?? trace.end), { name, usb } = snapshot.camera ?? {};
    trace.end = Math.max(trace.end, time);
    const row = addRow(trace.end, "state", 0, words ?? `the session goes on: ${snapshot.state ?? "its state is unknown"}`);
    const session = trace.sessions.at(-1), before = trace.sessions.at(-2), last = trace.states.values.length - 1;
    if (typeof name === "string") session.camera = typeof usb === "string" ? `${name} (${usb})` : name;
    if (typeof snapshot.state !== "string") return;
    if (before?.header.s === session.header.s && trace.states.values[last]?.state === snapshot.state) {
        // The file before this one is also here: its state goes on.
        trace.states.close(last, Infinity);
        open.state = last;
        return;
    }
    open.state = trace.states.open(trace.end, { state: snapshot.state, isEarlier: true, place: null }, row);
}

function takeReport(effect, time, row, words) {
    if (effect.requestFrames !== undefined) {
        if (open.stream < 0) open.stream = trace.streams.open(time, null, row);
        open.search = { start: time, end: Infinity, points: [], report: null };
    } else if (effect.releaseFrames !== undefined) {
        trace.streams.close(open.stream, time);
        open.stream = -1;
        open.search = null;
    } else if (effect.exposed !== undefined) {
        // The lens has not moved so far; the search for focus begins now.
        if (open.search !== null) Object.assign(open.search, { start: time, points: [] });
    } else if (effect.searched !== undefined && open.search !== null) {
        trace.searches.push(Object.assign(open.search, { end: time, report: effect.searched, row }));
        open.search = { start: time, end: Infinity, points: [], report: null };
    } else if (effect.fault !== undefined || effect.tapRefused !== undefined) {
        trace.marks.open(time, { words, isFault: true }, row);
    } else if ([effect.settled, effect.tapIgnored, effect.kept, effect.relit, effect.shutter].some((report) => report !== undefined)) {
        trace.marks.open(time, { words, isFault: false }, row);
    } else if (effect.zoomed !== undefined && effect.zoomed.ramping !== true) {
        trace.marks.open(time, { words, isFault: false }, row);
    }
}

/** The lens positions of a search in their order, each with its frames, and the sharpness of those that were exposed there. */
function positionsOf(search) {
    if (search.positions !== undefined) return search.positions;
    const positions = [];
    for (const [time, lens, sharpness] of search.points) {
        if (positions.at(-1)?.lens !== lens) positions.push({ lens, frames: [] });
        positions.at(-1).frames.push({ time, sharpness });
    }
    for (const position of positions) {
        // The engine goes on when it has seen the lens arrive. The first frames may have been exposed on the way.
        const { frames } = position, last = frames.at(-1).sharpness;
        let first = frames.length - 1;
        while (first > 0 && Math.abs(frames[first - 1].sharpness - last) <= Math.abs(last) * 0.15) first--;
        frames.forEach((frame, index) => { frame.isOnTheWay = index < first; });
        const settled = frames.slice(first);
        position.sharpness = settled.reduce((sum, frame) => sum + frame.sharpness, 0) / settled.length;
        position.end = frames.at(-1).time;
    }
    search.positions = positions;
    return positions;
}
