// The page of the tests of taps, of the square and of the sun: a canvas of 400 × 300.
import { openPage } from "./page.mjs";

const body = `<div style="height: 1600px"><canvas id="picture" width="400" height="300" style="width: 400px; height: 300px; display: block"></canvas></div>`;
const size = { width: 420, height: 700, isPhone: true };
export const middle = { x: 200, y: 150 };
export const lock = (id) => ({ event: "state", state: "autoAndForceLocked", point: { x: 0.5, y: 0.5 }, cause: "tap", rule: "tapped", ...(id ? { id } : {}) });

/**
 * @param besides what else is on the page.
 * @param options those of TapFocus, as an expression.
 */
export const openCanvas = (browser, server, more = {}, besides = "", options = "{}") => openPage(browser, server, {
    body: body + besides, size: { ...size, ...more }, options,
});
