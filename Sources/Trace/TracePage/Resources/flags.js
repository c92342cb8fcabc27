// The words that a person wrote into the running trace by `tapfocus trace mark`: flags with words, and a line through all lanes.

const flagHeight = 20, flagRow = 22;

/** Marks close to each other stand in up to three rows. */
const flagRows = () => Math.min(3, trace.flags.values.length);

/** The flags in sight as boxes, each in the first row where its words fit whole; in a crowd the last row shortens them. */
function flagBoxes(pen) {
    const boxes = [], { flags } = trace, taken = Array(flagRows()).fill(0);
    eachMoment(flags, pen, (index, x) => {
        const words = flags.values[index], wide = Math.ceil(pen.context.measureText(words).width) + 14;
        // The box stands to the right of its pole, or ends at the edge.
        const left = Math.max(0, Math.min(x, pen.width - wide));
        let row = taken.findIndex((end) => left >= end), shown = fitted(pen.context, words, pen.width - left - 14);
        if (row < 0) {
            row = taken.length - 1;
            shown = "";
        }
        const place = shown === "" ? { left: x, width: 6 } : { left, width: Math.min(wide, pen.width - left) };
        boxes.push({ index, x, row, shown, ...place });
        taken[row] = Math.max(taken[row], place.left + place.width + 3);
    });
    return boxes;
}

/** Draws the words of flags, and measures them. */
const flagFont = () => palette.font.replace("11px", "600 12px");

function drawFlags(pen, top) {
    const { context } = pen;
    context.font = flagFont();
    for (const { x, left, width, row, shown } of flagBoxes(pen)) {
        const y = top + row * flagRow;
        box(context, Math.round(x) - 1, y + 4, 2, pen.height, palette.flag);
        context.fillStyle = palette.flag;
        context.beginPath();
        context.roundRect(left, y, width, flagHeight, 4);
        context.fill();
        if (shown !== "") label(context, shown, left + 7, y + flagHeight / 2 + 0.5, palette.paper);
    }
    context.font = palette.font;
}

/** The poles of the flags, through all lanes. */
function drawFlagLines(pen) {
    const lane = lanes.find(({ id }) => id === "flags"), top = lane.top + heightOf(lane);
    eachMoment(trace.flags, pen, (index, x) => box(pen.context, Math.round(x) - 1, top, 2, pen.height - top, palette.flag));
}

/** The row of the flag at a place of the time line; null if there is none. */
function flagRowAt(x, y) {
    const lane = lanes.find(({ id }) => id === "flags");
    if (y < lane.top || y > lane.top + heightOf(lane)) return null;
    const canvas = element("timeline"), context = canvas.getContext("2d");
    context.font = flagFont();
    const boxes = flagBoxes(penFor(context, canvas.clientWidth, canvas.clientHeight, view.from, view.to));
    const row = Math.floor((y - roomOf(lane).top) / flagRow);
    const found = boxes.findLast((flag) => flag.row === row && x >= flag.left - 3 && x <= flag.left + flag.width + 3);
    return found === undefined ? null : trace.flags.row.values[found.index];
}

/** The next mark after the cursor, or the one before it. */
const stepFlag = (direction) => stepTo(trace.flags.row, direction);
