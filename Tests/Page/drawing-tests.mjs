// Tests of the time line's lanes: their pixels, and the words beside them.
import { demo, expect, expectEqual, longTrace } from "./check.mjs";

/** The pixels of a colour in a lane (or in one of its rows of 14 pixels), and the place of the first one from the left. */
export function pixels(browser, lane, colour, { row = null, from = 0, to = Infinity } = {}) {
    return browser.value(`(() => {
        const canvas = document.getElementById("timeline"), label = document.querySelector("[data-lane=${lane}]").parentElement;
        const scale = canvas.width / canvas.clientWidth;
        const row = ${row}, top = parseFloat(label.style.top) + (row === null ? 0 : 18 + row * 14);
        const height = row === null ? parseFloat(label.style.height) : 14;
        const copyOf = (width, height) => new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
        const probe = copyOf(1, 1), copy = copyOf(canvas.width, canvas.height);
        copy.drawImage(canvas, 0, 0);
        probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--${colour}").trim();
        probe.fillRect(0, 0, 1, 1);
        const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
        const { data, width } = copy.getImageData(0, top * scale, canvas.width, Math.round(height * scale));
        const columns = new Set();
        let count = 0;
        for (let index = 0; index < data.length; index += 4) {
            if (data[index] !== red || data[index + 1] !== green || data[index + 2] !== blue || data[index + 3] !== 255) continue;
            const x = ((index / 4) % width) / scale;
            if (x < ${from} || x > ${Number.isFinite(to) ? to : "Infinity"}) continue;
            count += 1;
            columns.add(x);
        }
        return { count, columns: columns.size, first: Math.min(...columns), width: canvas.clientWidth };
    })()`);
}

const rowNames = (browser, lane) =>
    browser.value(`[...document.querySelectorAll("[data-lane=${lane}] + ul span")].map((part) => part.textContent)`);

/** What the lane says at the cursor. */
export const reading = (browser, lane) =>
    browser.value(`[...document.querySelectorAll("[data-lane=${lane}] + ul li")].map((part) =>
        [...part.children].filter((child) => !child.hidden).map((child) => child.textContent).join(" "))`);

/** One session of many demos behind each other, in which the force lock's timer is set once and never ends. */
function endlessLock(count) {
    const [header, ...lines] = longTrace(count).trimEnd().split("\n")
        .filter((line, index) => index === 0 || !/"format"|"end"/.test(line));
    let isSet = false;
    const changed = lines.map((line) => {
        const isFirst = !isSet && line.includes('"arm":{"id":"forceLock"');
        isSet ||= isFirst;
        return (isFirst ? line : line.replaceAll('"forceLock"', '"idle"')).replace(/^\{"n":\d+,/, "{");
    });
    return [header, ...changed].join("\n") + "\n";
}

/** The demo with words of a person in it. */
export function markedTrace(marks) {
    const session = JSON.parse(demo.slice(0, demo.indexOf("\n"))).s, lines = [], waiting = [...marks];
    for (const line of demo.trimEnd().split("\n")) {
        while (waiting.length > 0 && JSON.parse(line).t > waiting[0].t) {
            lines.push(JSON.stringify({ mark: waiting[0].words, s: session, t: waiting.shift().t }));
        }
        lines.push(line);
    }
    return lines.join("\n") + "\n";
}

/** The demo in which steps have a further effect: the first one with effects after each time. */
function richerTrace(effects) {
    const waiting = [...effects];
    return demo.split("\n").map((line) => {
        if (waiting.length === 0 || !line.includes('"out":[') || JSON.parse(line).t < waiting[0].t) return line;
        return line.replace('"out":[', `"out":[${JSON.stringify(waiting.shift().effect)},`);
    }).join("\n");
}

const drawnPage = (browser) => {
    const stepStates = async (count) => {
        await browser.press("Home");
        for (let index = 0; index < count; index++) await browser.press("ArrowRight", { shift: true });
    };
    return { stepStates };
};

async function laneTests(checks, browser, demoPage) {
    const { stepStates } = drawnPage(browser);

    await checks.test("Each timer has its row: none hides another, at any zoom, however long it runs", async () => {
        await browser.open(checks.page("lock.jsonl", endlessLock(12_000)));
        const row = (await rowNames(browser, "timers")).indexOf("forceLock");
        expect(row >= 0, `${await rowNames(browser, "timers")}`);
        const whole = await pixels(browser, "timers", "autoAndForceLocked", { row });
        expect(whole.columns > whole.width * 0.9, `${whole.columns} of ${whole.width} columns at "All"`);
        await browser.press("End");
        for (let count = 0; count < 8; count++) await browser.press("+");
        const close = await pixels(browser, "timers", "autoAndForceLocked", { row });
        expect(close.columns > close.width * 0.5, `${close.columns} of ${close.width} columns near the end`);
        await browser.open(checks.page("sixty.jsonl", longTrace(69_000)));
        const place = (await rowNames(browser, "timers")).indexOf("forceLock");
        const many = await pixels(browser, "timers", "autoAndForceLocked", { row: place });
        expect(many.columns > 60, `${many.columns} columns in sixty sessions`);
    });

    await checks.test("Many sessions stay calm: no line of theirs crosses the lanes", async () => {
        for (const lane of ["touch", "timers", "exposure", "writes"]) {
            const [ink, soft] = [await pixels(browser, lane, "ink"), await pixels(browser, lane, "soft")];
            expectEqual([ink.count, soft.count], [0, 0], `dark pixels in the lane ${lane}`);
        }
    });

    await checks.test("What has ended before the window is not drawn in it", async () => {
        await browser.open(demoPage);
        await stepStates(2);
        for (let count = 0; count < 40; count++) await browser.press("ArrowRight");
        for (let count = 0; count < 9; count++) await browser.press("+");
        const window = await browser.value("({ ...document.getElementById('timeline').dataset })");
        expect(Number(window.from) > 2 && Number(window.to) < 6, `from ${window.from} to ${window.to}`);
        expectEqual((await pixels(browser, "touch", "touch")).count, 0, "pixels of a touch");
    });
}

async function cursorTests(checks, browser, demoPage) {
    await checks.test("The values at the cursor stand beside their lanes, with units and axes", async () => {
        await browser.open(demoPage);
        await browser.press("/");
        await browser.type("settled: focus");
        await browser.press("Enter");
        expectEqual(await reading(browser, "state"), ["autoAndForceLocked"], "the state");
        const [lens, sharpness] = await reading(browser, "focus");
        expectEqual(lens, "lens 409", "the lens");
        expect(/^sharpness 1\.0\d$/.test(sharpness), sharpness);
        expectEqual(await reading(browser, "exposure"), ["time 20 ms", "brightness 44 %", "gain 17"], "the exposure");
        expect(/^motion 0\.\d\d m\/s²$/.test((await reading(browser, "motion"))[0]), (await reading(browser, "motion"))[0]);
        expectEqual((await reading(browser, "motion"))[1], "threshold 1 m/s²", "the threshold");
        const timers = await reading(browser, "timers");
        expect(timers.includes("forceLock 1.7 s"), `${timers}`);
        const ticks = await browser.value("[...document.querySelectorAll('#axes span')].map((tick) => tick.textContent)");
        for (const tick of ["20 ms", "50 %", "400", "0.5"]) expect(ticks.includes(tick), `no ${tick} in ${ticks}`);
        for (const colour of ["exposure", "mean"]) {
            expect((await pixels(browser, "exposure", colour)).count > 100, `no curve of ${colour}`);
        }
        expect((await pixels(browser, "exposure", "gain")).count > 20, "no curve of the gain");
    });

    await checks.test("A person's marks are flags with their words, with a line through all lanes and a key", async () => {
        await browser.open(demoPage);
        expect(await browser.value("document.querySelector('[data-lane=flags]').hidden"), "a lane without marks");
        const marks = [{ t: 11_200_000_000, words: "<b>slipped</b> off" }, { t: 13_300_000_000, words: "unlocked by itself!" }];
        await browser.open(checks.page("marked.jsonl", markedTrace(marks)));
        const flags = await pixels(browser, "flags", "flag");
        expect(flags.count > 2 * 90 * 12, `${flags.count} pixels of flags`);
        for (const lane of ["touch", "motion", "state", "timers", "focus", "exposure", "writes"]) {
            expect((await pixels(browser, lane, "flag")).columns >= 2, `no line in the lane ${lane}`);
        }
        await browser.press("Home");
        const words = () => browser.value("document.getElementById('timeline').getAttribute('aria-valuetext')");
        for (const { words: wanted } of marks) {
            await browser.press("m");
            expect((await words()).endsWith(`-- ${wanted}`), await words());
        }
        expectEqual(await reading(browser, "flags"), ["2 of 2"], "the lane's words");
        await browser.press("M", { shift: true });
        expect((await words()).endsWith("-- <b>slipped</b> off"), await words());
        await browser.press("Home");
        const area = await browser.value("document.getElementById('timeline').getBoundingClientRect().toJSON()");
        // In the words of the second flag, in the second row, to the right of its pole.
        await browser.click(area.x + (13.3 / 23.7) * area.width + 60, area.y + 24 + 5 + 32);
        expect((await words()).endsWith("-- unlocked by itself!"), await words());
        expectEqual(await browser.value("document.querySelector('#kinds [data-kind=mark]').textContent"), "Mark", "the chip");
        expectEqual(browser.complaints, [], "the browser complained");
    });
}

async function reportTests(checks, browser, demoPage) {
    await checks.test("A lock, a light, a shutter and a zoom are dots in the lane of the writes, and the steps of a ramp are none", async () => {
        const dots = async (name, effects) => {
            await browser.open(effects.length === 0 ? demoPage : checks.page(name, richerTrace(effects)));
            return (await pixels(browser, "writes", "sharp")).columns;
        };
        const before = await dots("", []);
        const ramp = { t: 10_000_000_000, effect: { zoomed: { linear: 0.5, ramping: true } } };
        expectEqual(await dots("ramp.jsonl", [ramp]), before, "columns with a ramp");
        const after = await dots("phone.jsonl", [
            { t: 10_000_000_000, effect: { kept: { by: "person" } } }, { t: 12_000_000_000, effect: { relit: { on: true, exposure: null } } },
            { t: 17_000_000_000, effect: { shutter: "closed" } }, { t: 19_000_000_000, effect: { zoomed: { linear: 0.5 } } },
        ]);
        expect(after >= before + 4 * 4, `${before} columns before, ${after} after`);
        expectEqual(browser.complaints, [], "the browser complained");
    });
}

async function wordTests(checks, browser, demoPage) {
    await checks.test("No words are cut off, at 1440 and at 390 pixels", async () => {
        for (const size of [{ width: 1440 }, { width: 390, height: 844, isPhone: true }]) {
            await browser.open(demoPage, size);
            await browser.value(`{
                const slider = document.getElementById("slider");
                slider.value = 2;
                slider.dispatchEvent(new Event("input"));
            }`);
            await browser.until("document.querySelectorAll('#changes li').length > 0");
            await browser.press("Home");
            for (let count = 0; count < 11; count++) {
                await browser.press("ArrowRight", { shift: true });
                const cut = await browser.value(`[...document.querySelectorAll(
                    ".words, #changes button, .lane, .lane ul, .lane li, #session, #file, #verdict, #line, #clock, #kinds")]
                    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
                    .map((part) => part.textContent)`);
                expectEqual(cut, [], `words at ${size.width} pixels`);
            }
        }
    });
}

export async function drawingTests(checks, browser) {
    const demoPage = checks.page("demo.jsonl", demo);
    await laneTests(checks, browser, demoPage);
    await cursorTests(checks, browser, demoPage);
    await reportTests(checks, browser, demoPage);
    await wordTests(checks, browser, demoPage);
}
