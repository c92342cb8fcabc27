// Canvases: their size, their colours, and the marks that several drawings share.

const palette = {};
/** The number of points drawn since the last frame began: tests compare it, since times depend on the machine. */
const work = { points: 0 };

const colours = [
    "ink", "soft", "line", "grid", "card", "paper", "accent", "touch", "motion", "awake", "lens", "sharp", "mean", "exposure",
    "gain", "flag", "write", "read", "error", "timer", "picture", "continuousAuto", "autoAndForceLocked", "unlockableLocked",
];

function readPalette() {
    const style = getComputedStyle(document.documentElement);
    for (const name of colours) {
        palette[name] = style.getPropertyValue(`--${name}`).trim();
    }
    palette.font = '11px system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
}

/** Prepares a canvas for drawing in CSS pixels. */
function surface(canvas) {
    const scale = Math.min(devicePixelRatio || 1, 3);
    const { clientWidth: width, clientHeight: height } = canvas;
    const pixels = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    if (canvas.width !== pixels[0]) canvas.width = pixels[0];
    if (canvas.height !== pixels[1]) canvas.height = pixels[1];
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = palette.font;
    context.textBaseline = "middle";
    context.lineWidth = 1;
    return { context, width, height };
}

function box(context, x, y, width, height, colour) {
    work.points += 1;
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
}

function dashedLine(context, from, to, colour, dashes) {
    context.strokeStyle = colour;
    context.setLineDash(dashes);
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
    context.setLineDash([]);
}

/** A triangle that points down at `x`, in the present colour. */
function fillTriangle(context, x, top, bottom) {
    context.beginPath();
    context.moveTo(x - 6, top);
    context.lineTo(x + 6, top);
    context.lineTo(x, bottom);
    context.fill();
}

function label(context, text, x, y, colour, align = "left") {
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(text, x, y);
    context.textAlign = "left";
}

/** A text that ends with … where it would be wider than there is room. */
function fitted(context, text, room) {
    if (room < 18) return "";
    if (context.measureText(text).width <= room) return text;
    let length = Math.min(text.length, Math.floor(room / 5));
    while (length > 0 && context.measureText(text.slice(0, length) + "…").width > room) length--;
    return length > 5 ? text.slice(0, length) + "…" : "";
}

let hatching = null;

/** A pattern for guesses. */
function hatch(context) {
    if (hatching !== null && hatching.colour === palette.card) return hatching.pattern;
    const tile = make("canvas", { width: 8, height: 8 }), pen = tile.getContext("2d");
    pen.strokeStyle = palette.card;
    pen.lineWidth = 2;
    pen.beginPath();
    for (const shift of [-8, 0, 8]) { pen.moveTo(shift, 8); pen.lineTo(shift + 8, 0); }
    pen.stroke();
    hatching = { colour: palette.card, pattern: context.createPattern(tile, "repeat") };
    return hatching.pattern;
}

/** A distance between marks of an axis, so that they are at least `least` apart: 1, 2 or 5 times a power of ten. */
function niceStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power;
    return 10 * power;
}

/** As `niceStep`, but of minutes and hours where it is longer than ten seconds. */
function niceTime(least) {
    if (least <= 10) return niceStep(least);
    for (const step of [15, 30, 60, 120, 300, 600, 900, 1800]) if (step >= least) return step;
    return niceStep(least / 3600) * 3600;
}

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Seconds as a person reads them; `step` says how exactly. */
function timeText(seconds, step = 0.001) {
    const decimals = Math.max(0, Math.min(3, Math.ceil(-Math.log10(step) - 1e-9)));
    if (Math.abs(seconds) < 60) return `${seconds.toFixed(decimals)} s`;
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const rest = (seconds % 60).toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, "0");
    return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
