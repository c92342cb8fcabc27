// The page: cursor, window, keys, play.

let isWaiting = false;

/** Draws everything in the next frame of the screen, once. */
function refresh() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => { isWaiting = false; drawAll(); });
}

function drawAll() {
    const began = performance.now();
    work.points = 0;
    followSession();
    drawTimeline();
    drawOverview();
    drawView();
    drawChart();
    drawCurve();
    drawLog();
    // After everything that reads sizes, which a browser would otherwise compute again.
    drawReadings();
    const clock = trace.dayTimes[inputRow(view.row)];
    element("clock").textContent = timeText(view.time) + (clock ? ` · ${clock}` : "");
    const slider = element("timeline");
    slider.setAttribute("aria-valuenow", view.time.toFixed(3));
    slider.setAttribute("aria-valuetext", `${timeText(view.time)}: ${trace.rowWords[view.row] ?? ""}`);
    const cost = performance.now() - began;
    Object.assign(slider.dataset, { from: view.from, to: view.to, row: view.row, points: work.points, cost });
}

/** The row of the input that an effect belongs to. */
function inputRow(row) {
    while (row > 0 && trace.rowDepth.values[row] > 0) row--;
    return row;
}

function setWindow(from, to) {
    const whole = Math.max(trace.end * 1.01, 0.01), span = Math.min(whole, Math.max(0.002, to - from));
    view.from = Math.min(Math.max(from, 0), whole - span);
    view.to = view.from + span;
    refresh();
}

function zoom(factor, about = view.time) {
    const place = about < view.from || about > view.to ? (view.from + view.to) / 2 : about;
    setWindow(place - (place - view.from) * factor, place + (view.to - place) * factor);
}

const scroll = (share) => setWindow(view.from + (view.to - view.from) * share, view.to + (view.to - view.from) * share);

/** Keeps the cursor in the window. */
function followCursor() {
    const span = view.to - view.from;
    if (view.time < view.from || view.time > view.to) setWindow(view.time - span * 0.3, view.time + span * 0.7);
}

function goToRow(row) {
    view.row = Math.min(Math.max(row, 0), trace.rowWords.length - 1);
    view.time = trace.rowTime.values[view.row];
    followCursor();
    showRow();
    refresh();
}

function goToTime(time) {
    view.time = Math.min(Math.max(time, 0), trace.end);
    view.row = Math.max(0, trace.rowTime.floor(view.time));
    followCursor();
    showRow();
    refresh();
}

/** The next line that the log shows. */
function step(direction) {
    const place = indexIn(log.shown, view.row), isThere = log.shown[place] === view.row;
    const next = log.shown[direction > 0 ? place + (isThere ? 1 : 0) : place - 1];
    if (next !== undefined) goToRow(next);
}

const stepState = (direction) => stepTo(trace.states.row, direction);

/** The next of these rows after the cursor, or the one before it. */
function stepTo(rows, direction) {
    const index = direction > 0 ? rows.floor(view.row) + 1 : rows.lowerBound(view.row) - 1;
    if (index >= 0 && index < rows.length) goToRow(rows.values[index]);
}

const playing = { isOn: false, last: 0 };

function togglePlay(isOn = !playing.isOn) {
    playing.isOn = isOn;
    playing.last = performance.now();
    if (isOn && view.time >= trace.end) goToTime(0);
    element("play").textContent = isOn ? "❚❚ Pause" : "▶ Play";
    element("play").setAttribute("aria-label", isOn ? "Pause" : "Play");
    if (isOn) requestAnimationFrame(playOn);
}

function playOn(now) {
    if (!playing.isOn) return;
    const seconds = (Math.max(0, now - playing.last) / 1000) * Number(element("speed").value);
    playing.last = Math.max(now, playing.last);
    goToTime(view.time + seconds);
    if (view.time >= trace.end) togglePlay(false); else requestAnimationFrame(playOn);
}

const themes = ["auto", "light", "dark"];

function nextTheme() {
    const root = document.documentElement;
    const next = themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % themes.length];
    if (next === "auto") delete root.dataset.theme; else root.dataset.theme = next;
    element("theme").textContent = `Theme: ${next}`;
    readPalette();
    if (trace.lines.length > 0) refresh();
}

const keys = {
    " ": () => togglePlay(), m: () => stepFlag(1), M: () => stepFlag(-1),
    "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6), "0": () => setWindow(0, Infinity),
    Home: () => goToRow(0), End: () => goToRow(trace.rowWords.length - 1), "/": () => element("search").focus(),
    n: () => goToChange(1), p: () => goToChange(-1), t: nextTheme, "?": () => element("keys").showModal(),
};

function onKey(event) {
    const isTyping = event.target.closest('input:not([type="range"]), select, dialog') !== null;
    // A slider needs the keys that move it.
    const isMoving = event.target.closest('[type="range"]') !== null && /^(Arrow|Page|Home|End)/.test(event.key);
    if (isTyping || isMoving || event.ctrlKey || event.metaKey || event.altKey) return;
    const isInLog = event.target.closest("#rows") !== null;
    const direction = { ArrowLeft: -1, ArrowRight: 1, ...(isInLog ? { ArrowUp: -1, ArrowDown: 1 } : {}) }[event.key];
    const isButton = event.target.closest("button") !== null && event.key === " ";
    const action = direction === undefined ? keys[event.key] : () => (event.shiftKey ? stepState(direction) : step(direction));
    if (action === undefined || isButton) return;
    event.preventDefault();
    action();
}

function introduce() {
    const first = trace.sessions[0];
    const known = trace.sessions.find((session) => session.camera !== undefined)?.camera;
    const camera = trace.rowWords.find((words) => words.startsWith("camera arrived")) ?? known;
    element("file").textContent = trace.about.file;
    document.title = `${trace.about.file} · TapFocus trace`;
    const parts = [first?.words.replace(/^== /, ""), camera];
    parts.push(trace.lines.length === 0 ? "" : `${plural(trace.lines.length, "line")} over ${timeText(trace.end, 0.1)}`);
    if (trace.sessions.length > 1) parts[0] = `${trace.sessions.length} sessions`;
    element("session").textContent = parts.filter(Boolean).join(" · ");
    if (trace.odd > 0) trace.damage.push(`${trace.odd} lines have fields of an odd kind: they are in the log only.`);
    if (trace.lines.length === 0) trace.damage.unshift("There is nothing to show.");
    element("message").textContent = trace.damage.join(" ");
    element("message").hidden = trace.damage.length === 0;
}

function listen() {
    const actions = {
        back: () => step(-1), forward: () => step(1), "previous-state": () => stepState(-1), "next-state": () => stepState(1),
        play: () => togglePlay(), theme: nextTheme, help: () => element("keys").showModal(),
        "zoom-in": () => zoom(0.6), "zoom-out": () => zoom(1 / 0.6), "zoom-all": () => setWindow(0, Infinity),
    };
    for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);
    document.addEventListener("keydown", onKey);
    onPointers(element("timeline"));
    onOverview(element("overview"));
    handBackKeys();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readPalette(); refresh(); });
    new ResizeObserver(() => { placeLanes(); refresh(); }).observe(document.body);
}

/** The page of a trace without a line: its name, and why. */
function showNothing() {
    document.body.classList.add("nothing");
    element("theme").addEventListener("click", nextTheme);
    element("help").addEventListener("click", keys["?"]);
    document.documentElement.dataset.opened = performance.now();
}

async function openPage() {
    await readTrace();
    introduce();
    if (trace.lines.length === 0) return showNothing();
    document.querySelector("main").hidden = false;
    readPalette();
    log.rowHeight = matchMedia("(pointer: coarse)").matches ? 34 : 24;
    document.documentElement.style.setProperty("--row", `${log.rowHeight}px`);
    makeLanes();
    makeLog();
    makeWhatIf();
    listen();
    element("timeline").setAttribute("aria-valuemax", trace.end.toFixed(3));
    setWindow(0, Infinity);
    goToRow(Math.max(0, trace.states.row.values[0] ?? 0));
    drawAll();
    document.documentElement.dataset.opened = performance.now();
}

openPage().catch((error) => {
    element("message").hidden = false;
    const reason = `This page could not read its trace: ${error.message}. A browser since 2023 can.`;
    element("message").textContent = [...trace.damage, reason].join(" ");
    throw error;
});
