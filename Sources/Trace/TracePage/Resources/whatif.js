// "What if the threshold were …?": the recorded inputs run again, by the engine in WebAssembly, under another configuration.

const whatIf = { engine: null, result: null, run: 0, setting: null };
const settings = [
    {
        name: "the motion threshold", path: ["motionDetection", "deviation"], rule: "deviation",
        unit: "m/s²", low: 0.1, high: 5, step: 0.1, usual: 1,
    },
    {
        name: "the motion threshold", path: ["motionDetection", "articleThreshold"], rule: "article",
        unit: "g", low: 1, high: 3, step: 0.05, usual: 1.5,
    },
    {
        name: "the time of motion", path: ["motionDetection", "duration"], rule: "deviation",
        unit: "s", low: 0.02, high: 1, step: 0.01, usual: 0.15,
    },
    { name: "the lock’s time", path: ["forceLockTime"], unit: "s", low: 0.5, high: 15, step: 0.5, usual: 3 },
    { name: "the longest tap", path: ["tap", "longestTime"], unit: "s", low: 0.05, high: 2, step: 0.05, usual: 0.4 },
];

const valueIn = (configuration, setting) => setting.path.reduce((part, key) => part?.[key], configuration) ?? setting.usual;

/** The threshold as it was recorded, at the cursor's session, and as the slider has it. */
function thresholdNow() {
    const index = Math.max(0, spanAtRow(trace.threshold));
    const recorded = trace.threshold.values[index] ?? 1;
    const isThreshold = whatIf.setting !== null && ["deviation", "articleThreshold"].includes(whatIf.setting.path[1]);
    return { recorded, other: isThreshold && whatIf.result !== null ? whatIf.result.value : recorded };
}

/** The reason why nothing can be run again; empty if it can. */
function whyNot() {
    const isBare = element("engine-data").textContent === "";
    if (isBare) return "This page was written without the engine, so it cannot run anything again.";
    if (trace.sessions.length === 0) return "The trace has no session.";
    const isOld = trace.sessions.some(({ header }) => header.version !== 2);
    if (isOld) return "The trace is of an older format, which cannot be run under other settings.";
    return trace.sessions.every((session) => session.isMiddle) ? `${middleWords("The trace begins")} ${commandWords()}` : "";
}

/** Only the program can read an engine's written state: in WebAssembly the engine has no decoder for it. */
const middleWords = (who) => `${who} in the middle of a session, with the engine’s state, which this page cannot read.`;

function commandWords() {
    const setting = whatIf.setting ?? settings.find(({ rule }) => rule === undefined || rule === trace.sessions[0].rule);
    return `The program can: tapfocus replay ${trace.about.file} --set ${setting.path.join(".")}=${chosenOr(setting.usual * 2)}`;
}

const chosenOr = (value) => (whatIf.setting === null ? value : chosenValue());

function makeWhatIf() {
    const session = trace.sessions[0], reason = whyNot();
    if (reason !== "") {
        element("what-if-controls").hidden = true;
        element("verdict").textContent = reason;
        return;
    }
    const rules = new Set(trace.sessions.map((each) => each.rule));
    whatIf.choices = settings.filter((setting) => setting.rule === undefined || rules.has(setting.rule));
    whatIf.choices.forEach((setting, index) => element("setting").add(new Option(setting.name, index)));
    element("setting").addEventListener("change", chooseSetting);
    element("slider").addEventListener("input", () => { showValue(); runAgain(); });
    element("reset").addEventListener("click", chooseSetting);
    chooseSetting();
}

function chooseSetting() {
    const setting = whatIf.choices[element("setting").value];
    whatIf.setting = setting;
    const values = trace.sessions.map((session) => valueIn(session.header.configuration ?? {}, setting));
    whatIf.session = sessionNow();
    whatIf.recorded = values[trace.sessions.indexOf(whatIf.session)];
    // Where sessions were recorded with different values, each value is a change for some of them.
    whatIf.isAlike = values.every((value) => value === whatIf.recorded);
    const slider = element("slider");
    const [min, max] = [Math.min(setting.low, ...values), Math.max(setting.high, ...values)];
    Object.assign(slider, { min, max, step: "any" });
    slider.value = whatIf.recorded;
    showValue();
    forget();
}

/** While nothing is asked, the slider stands at the value of the session at the cursor. */
function followSession() {
    if (whatIf.setting === null || whatIf.isAlike || whatIf.session === sessionNow()) return;
    const isUntouched = whatIf.result === null && chosenValue() === whatIf.recorded;
    if (isUntouched) chooseSetting();
}

/** The slider's value, rounded to the setting's step. */
function chosenValue() {
    const { step } = whatIf.setting, value = Number(element("slider").value);
    return Math.abs(value - whatIf.recorded) < step / 2 ? whatIf.recorded : Number((Math.round(value / step) * step).toFixed(4));
}

function showValue() {
    const text = `${chosenValue()} ${whatIf.setting.unit}`;
    element("value").textContent = text;
    element("slider").setAttribute("aria-valuetext", text);
}

/** Back to what was recorded. */
function forget() {
    whatIf.run += 1;
    whatIf.result = null;
    element("reset").hidden = true;
    element("changes").replaceChildren();
    const scope = whatIf.isAlike ? "." : " at the cursor, with other values in other sessions.";
    const recorded = `Recorded with ${whatIf.recorded} ${whatIf.setting.unit}${scope}`;
    element("verdict").textContent = `${recorded} Move the slider: the engine runs the recorded inputs again.`;
    delete element("what-if").dataset.value;
    placeLanes();
    refresh();
}

async function loadEngine() {
    const { instance } = await WebAssembly.instantiate(await wholeBlock("engine-data"), {});
    return instance.exports;
}

async function runAgain() {
    const value = chosenValue(), run = ++whatIf.run;
    if (value === whatIf.recorded && whatIf.isAlike) return forget();
    try {
        whatIf.engine ??= loadEngine();
        const engine = await whatIf.engine;
        const text = await feed(engine, run, value);
        if (text !== null && run === whatIf.run) showResult(JSON.parse(text), value);
    } catch (error) {
        whatIf.engine = null;
        element("verdict").textContent = `The engine could not run: ${error.message}`;
    }
}

/** Hands all lines to the engine, in slices, so that the page stays alive; null if another run has begun since. */
async function feed(engine, run, value) {
    const encoder = new TextEncoder();
    engine.what_if_begin();
    for (let index = 0; index < trace.lines.length; index++) {
        if (index % 4096 === 4095) {
            element("verdict").textContent = `Running: ${Math.round((100 * index) / trace.lines.length)} %`;
            await new Promise((done) => setTimeout(done));
            if (run !== whatIf.run) return null;
        }
        const line = lineWith(index, value);
        const place = engine.memory_for_line(line.length * 3);
        const { written } = encoder.encodeInto(line, new Uint8Array(engine.memory.buffer, place, line.length * 3));
        if (engine.what_if_line(place, written) !== 0) break;
    }
    const place = engine.what_if_end();
    return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, place, engine.what_if_length()));
}

/** A line; a header with the value in its configuration. */
function lineWith(index, value) {
    const session = trace.sessions.find(({ line }) => line === index);
    if (session === undefined) return trace.lines[index];
    const header = structuredClone(session.header);
    header.configuration ??= {};
    let part = header.configuration;
    for (const key of whatIf.setting.path.slice(0, -1)) part = part[key] ??= {};
    part[whatIf.setting.path.at(-1)] = value;
    return JSON.stringify(header);
}

/** Seconds since the trace's first input; a transition of the new run lies beside a recorded line. */
function secondsOf(transition) {
    const index = transition.line - 1;
    return trace.lineTime.values[index] + (transition.t - parsed(trace.lines[index]).t) / 1e9;
}

function showResult(result, value) {
    if (result.fault !== undefined) {
        element("verdict").textContent = `The trace cannot be run again: ${result.fault}`;
        return;
    }
    const spans = new Spans();
    let session = 0;
    for (const transition of result.run) {
        const time = secondsOf(transition);
        if (transition.session === session) spans.close(spans.values.length - 1, time);
        else spans.close(spans.values.length - 1, trace.sessions[transition.session - 1].time);
        session = transition.session;
        spans.open(time, { state: transition.state, isGuess: transition.guess }, 0);
    }
    spans.close(spans.values.length - 1, trace.end);
    const changes = result.changes.map((change) => ({ ...change, time: secondsOf(change) }));
    whatIf.result = { value, spans, changes };
    element("what-if").dataset.value = value;
    element("what-if").dataset.changes = JSON.stringify(result.changes);
    element("reset").hidden = false;
    element("verdict").textContent = verdictWords(changes) + notRunWords(result.notRun ?? []);
    showChanges(changes);
    placeLanes();
    refresh();
}

function verdictWords(changes) {
    if (changes.length === 0) return "No transition would have been another one.";
    const count = (kind) => changes.filter((change) => change.change === kind).length;
    const hasGuess = changes.some((change) => change.guess);
    const guesses = hasGuess ? " Hatched: a guess, because the recording cannot answer the new run." : "";
    const all = trace.states.values.length;
    return `Of ${all} transitions ${count("gone")} gone, ${count("shifted")} at another moment; ${count("new")} new.${guesses}`;
}

/** - numbers: those of sessions that were not run, from 1. */
function notRunWords(numbers) {
    if (numbers.length === 0) return "";
    const who = numbers.length === 1 ? `Session ${numbers[0]} begins` : `Sessions ${numbers.join(", ")} begin`;
    return ` ${middleWords(who)} ${commandWords()}`;
}

function showChanges(changes) {
    const shown = changes.slice(0, 200).map((change) => {
        const mark = { gone: "−", new: "+", shifted: "≈" }[change.change];
        const { time, state, rule, by, guess } = change;
        const shift = by === undefined ? "" : `, ${(Math.abs(by) / 1e9).toFixed(3)} s ${by < 0 ? "earlier" : "later"}`;
        const words = `${mark} ${timeText(time)}  ${state} (${rule}${shift})${guess ? ", a guess" : ""}`;
        const button = make("button", { type: "button", className: change.change, textContent: words, title: words });
        button.addEventListener("click", () => goToTime(time));
        return make("li", {}, button);
    });
    element("changes").replaceChildren(...shown);
}

/** The next change of the what-if after the cursor, or the one before it; of the states, while nothing is asked. */
function goToChange(direction) {
    if (whatIf.result === null) return stepState(direction);
    const times = whatIf.result.changes.map((change) => change.time);
    const later = times.find((time) => time > view.time + 1e-6), earlier = times.findLast((time) => time < view.time - 1e-6);
    const next = direction > 0 ? later : earlier;
    if (next !== undefined) goToTime(next);
}
