// Numbers over time as curves, and the scales that they are drawn on.

/** A scale from 0, or from below it, to a little above the highest value; `text` writes a value of its axis. */
function scaleOf(series, colour, text = (value) => String(value)) {
    if (series.time.length === 0) return null;
    return makeScale(Math.min(0, series.lowest), series.highest > 0 ? series.highest * 1.06 : 1, colour, text);
}

function makeScale(low, high, colour, text) {
    const step = niceStep((high - low) / 3), ticks = [];
    for (let value = Math.ceil(low / step) * step; value <= high && ticks.length < 6; value += step) {
        ticks.push(Number(value.toPrecision(6)));
    }
    return { low, high, colour, text, ticks };
}

const heightOn = (scale, value, top, height) => top + height - ((value - scale.low) / (scale.high - scale.low || 1)) * height;

/** Quiet lines at the values that the axis names. */
function drawGrid(pen, scale, top, height) {
    for (const value of scale?.ticks ?? []) {
        box(pen.context, 0, Math.round(heightOn(scale, value, top, height)), pen.width, 1, palette.grid);
    }
}

/** A series as a line; steps if its values are held. Where a pixel has many values: their range, and the line of their means. */
function drawSeries(pen, series, scale, top, height, dashes = []) {
    if (scale === null) return;
    const first = Math.max(0, series.time.floor(pen.from));
    const last = Math.min(series.time.length, series.time.floor(pen.to) + 2);
    const { context } = pen, y = (value) => heightOn(scale, value, top, height);
    context.strokeStyle = context.fillStyle = palette[scale.colour];
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.setLineDash(dashes);
    context.beginPath();
    if (last - first > pen.width * 2) pathOfMeans(pen, series, first, last, y);
    else pathOfValues(pen, series, first, last, y);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 1;
}

function pathOfMeans(pen, series, first, last, y) {
    const { context } = pen;
    let before = null, held = 0;
    for (let x = 0; x < pen.width; x++) {
        const end = Math.min(last, series.time.lowerBound(pen.time(x + 1)));
        if (end <= first) continue;
        const [lowest, highest, mean] = series.extent(first, end), time = series.time.values[end - 1];
        const isGap = before === null || (!series.isHeld && time - before > Math.max(1, 3 / pen.scale));
        const value = series.isHeld ? series.value.values[end - 1] : series.hasPeaks ? highest : mean;
        if (isGap) context.moveTo(x + 0.5, y(value));
        else if (series.isHeld) context.lineTo(x + 0.5, held);
        context.lineTo(x + 0.5, y(value));
        held = y(value);
        context.globalAlpha = 0.3;
        context.fillRect(x, y(highest) - 0.5, 1, y(lowest) - y(highest) + 1);
        context.globalAlpha = 1;
        work.points += 2;
        before = time;
        first = end;
    }
    if (series.isHeld && before !== null) context.lineTo(pen.x(Math.min(pen.to, trace.end)), held);
}

function pathOfValues(pen, series, first, last, y) {
    const { context } = pen;
    let before = null;
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
    if (series.isHeld && before !== null) context.lineTo(pen.x(Math.min(pen.to, trace.end)), before.y);
}
