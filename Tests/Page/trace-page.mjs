// An open page of a trace: what it says, and how a person uses it.
import { expectEqual } from "./check.mjs";

export function tracePage(browser) {
    const row = () => browser.value("Number(document.getElementById('timeline').dataset.row)");
    const now = () => browser.value("Number(document.getElementById('timeline').getAttribute('aria-valuenow'))");
    const text = (id) => browser.value(`document.getElementById('${id}').textContent`);
    const words = () => browser.value("document.getElementById('timeline').getAttribute('aria-valuetext')");
    const lit = () =>
        browser.value("[...document.querySelectorAll('#chart .lit')].map(({ dataset }) => dataset.state ?? dataset.transition ?? dataset.memory)");

    async function click(selector) {
        await browser.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
        await browser.frame();
    }

    function expectQuiet() {
        expectEqual(browser.complaints, [], "the browser complained");
        expectEqual(browser.requests.filter((url) => !url.startsWith("file:")), [], "requests");
        expectEqual(browser.requests.length, 1, "the page itself is the only request");
    }

    /** Moves the slider as a person does, and returns the changes that the page marks. */
    async function ask(setting, value) {
        await browser.value(`{
            const choice = document.getElementById("setting");
            choice.selectedIndex = ${setting};
            choice.dispatchEvent(new Event("change"));
            const slider = document.getElementById("slider");
            slider.value = ${value};
            slider.dispatchEvent(new Event("input"));
        }`);
        await browser.until(`document.getElementById("what-if").dataset.value === "${value}"`);
        await browser.frame();
        return JSON.parse(await browser.value("document.getElementById('what-if').dataset.changes"));
    }

    return { row, now, text, words, lit, click, expectQuiet, ask };
}
