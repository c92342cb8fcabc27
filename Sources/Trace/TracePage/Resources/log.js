// The log: the lines of `tapfocus trace show`. Only the visible lines are elements of the page.

const log = { shown: new Int32Array(0), matches: new Int32Array(0), text: "", hidden: new Set(), rowHeight: 24 };
// Browsers limit the height of an element; longer logs scroll by shares of this.
const tallest = 8_000_000;

function makeLog() {
    const names = { state: "State", tap: "Tap", write: "Write", motion: "Motion", frame: "Frame", "": "Other", mark: "Mark" };
    kindNames.forEach((kind, number) => {
        if (kind === "mark" && trace.flags.values.length === 0) return;
        const chip = make("button", { type: "button", textContent: names[kind] });
        chip.dataset.kind = kind || "other";
        chip.setAttribute("aria-pressed", "true");
        chip.addEventListener("click", () => {
            if (log.hidden.has(number)) log.hidden.delete(number); else log.hidden.add(number);
            chip.setAttribute("aria-pressed", String(!log.hidden.has(number)));
            filterLog();
        });
        element("kinds").append(chip);
    });
    element("rows").addEventListener("scroll", () => requestAnimationFrame(drawLog));
    element("rows-shown").addEventListener("click", (event) => {
        const row = event.target.closest("[data-row]");
        if (row !== null) goToRow(Number(row.dataset.row));
    });
    element("search").addEventListener("input", () => search(element("search").value));
    element("search").addEventListener("keydown", (event) => {
        if (event.key === "Enter") { event.preventDefault(); goToMatch(event.shiftKey ? -1 : 1); }
        if (event.key === "Escape") element("timeline").focus();
    });
    element("find-next").addEventListener("click", () => goToMatch(1));
    element("find-previous").addEventListener("click", () => goToMatch(-1));
    filterLog();
}

/** Chooses the rows whose kinds are shown. */
function filterLog() {
    const rows = [];
    for (let row = 0; row < trace.rowWords.length; row++) if (!log.hidden.has(trace.rowKind.values[row])) rows.push(row);
    log.shown = Int32Array.from(rows);
    element("rows-space").style.height = `${Math.min(tallest, log.shown.length * log.rowHeight)}px`;
    search(log.text);
    showRow();
    drawLog();
}

/** The first index of a sorted list whose value is at least `value`. */
const indexIn = (list, value) => countWhile(list.length, (index) => list[index] < value);

/** Rows for each pixel of scrolling: 1 row a row's height, more in a log that is taller than an element can be. */
const rowsPerPixel = () => Math.max(1 / log.rowHeight, (log.shown.length * log.rowHeight) / tallest / log.rowHeight);

function drawLog() {
    const rows = element("rows"), shown = element("rows-shown");
    const first = Math.max(0, Math.floor(rows.scrollTop * rowsPerPixel()) - 4);
    const last = Math.min(log.shown.length, first + Math.ceil(rows.clientHeight / log.rowHeight) + 8);
    shown.style.transform = `translateY(${Math.floor(first / rowsPerPixel())}px)`;
    while (shown.children.length < last - first) shown.append(makeRow());
    while (shown.children.length > Math.max(0, last - first)) shown.lastChild.remove();
    const isMatch = (row) => log.text !== "" && log.matches[indexIn(log.matches, row)] === row;
    for (let place = first; place < last; place++) fillRow(shown.children[place - first], log.shown[place], isMatch);
    const whole = trace.rowWords[view.row] ?? "";
    if (element("line").textContent !== whole) element("line").textContent = whole;
}

function makeRow() {
    const row = make("div", {}, make("time"), make("span"));
    row.setAttribute("role", "option");
    return row;
}

function fillRow(part, row, isMatch) {
    const [time, words] = part.children;
    const depth = trace.rowDepth.values[row], isHere = row === view.row;
    part.dataset.row = row;
    part.dataset.kind = kindNames[trace.rowKind.values[row]] || "other";
    part.className = `${depth > 0 ? "effect" : "input"}${isHere ? " here" : ""}${isMatch(row) ? " match" : ""}`;
    part.setAttribute("aria-selected", String(isHere));
    part.title = trace.dayTimes[row] ? `${trace.dayTimes[row]}  ${trace.rowWords[row]}` : trace.rowWords[row];
    // An effect stands below its input, which has the time, unless inputs of that kind are not shown.
    const isBelow = depth > 0 && !log.hidden.has(trace.rowKind.values[inputRow(row)]);
    time.textContent = isBelow ? "" : trace.rowTime.values[row].toFixed(3);
    words.textContent = trace.rowWords[row];
}

/** Scrolls so that the row at the cursor is in sight. */
function showRow() {
    const rows = element("rows");
    const place = indexIn(log.shown, view.row) / rowsPerPixel();
    if (place < rows.scrollTop + log.rowHeight || place > rows.scrollTop + rows.clientHeight - 3 * log.rowHeight) {
        rows.scrollTop = Math.max(0, place - rows.clientHeight * 0.4);
    }
}

/** Finds the rows whose words contain a text. */
function search(text) {
    log.text = text.trim().toLowerCase();
    const found = [];
    if (log.text !== "") {
        for (const row of log.shown) if (trace.rowWords[row].toLowerCase().includes(log.text)) found.push(row);
    }
    log.matches = Int32Array.from(found);
    element("matches").textContent = log.text === "" ? "" : `${found.length}`;
    drawLog();
}

function goToMatch(direction) {
    if (log.matches.length === 0) return;
    const after = indexIn(log.matches, direction > 0 ? view.row + 1 : view.row) - (direction > 0 ? 0 : 1);
    const place = (after + log.matches.length) % log.matches.length;
    goToRow(log.matches[place]);
    element("matches").textContent = `${place + 1} of ${log.matches.length}`;
}
