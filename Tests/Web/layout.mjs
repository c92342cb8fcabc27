// Checks that everything on a page is wholly in sight and can be pressed: nothing is cut off, and nothing lies on anything else.
import { expectEqual } from "../Page/check.mjs";

/**
 * Checks the controls and words that are shown, the picture, and, where they are open, the panel and the photo.
 * @param words name the page.
 */
export async function expectInSight(browser, words) {
    // Everything that glides has arrived.
    await browser.until("document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity)");
    expectEqual(await browser.value(`(${faults})(${faultsOfPanel})`), [], `${words}: what is wrong with the page`);
}

/** Runs in the page. */
const faults = (faultsOfPanel) => {
    const found = [];
    const shown = (item) => item.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const name = (item) => item.id || item.dataset.happening || item.textContent.trim().slice(0, 20);
    const dialog = document.querySelector("dialog[open]");
    const scope = dialog ?? document;
    // A pixel may be rounded.
    const isWithin = (inner, outer) =>
        inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const overlap = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the screen");
    const controls = [...scope.querySelectorAll("button, select, a[href]")].filter(shown);
    const texts = dialog ? [...dialog.querySelectorAll("#verdict:not(:empty)")] : ["state", "hint", "message"].map((id) => document.getElementById(id)).filter(shown);
    if (controls.length === 0) found.push("there is nothing to press");
    for (const item of [...controls, ...texts]) {
        const box = item.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || !isWithin(box, screen)) found.push(`${name(item)} is not wholly in sight`);
        if (item.id !== "cameras" && item.scrollWidth > item.clientWidth + 1) found.push(`the words of ${name(item)} are cut off`);
    }
    // The middle of each edge, and the centre, must be the control's own.
    for (const control of controls) {
        const { left, top, right, bottom } = control.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        for (const [across, down] of [[x, y], [left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]]) {
            const hit = document.elementFromPoint(across, down);
            if (!control.contains(hit)) found.push(`${name(hit ?? document.body)} lies on ${name(control)}`);
        }
    }
    const boxes = [...controls, ...texts].map((item) => ({ item, box: item.getBoundingClientRect() }));
    for (const [index, { item, box }] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) if (overlap(box, other.box)) found.push(`${name(item)} and ${name(other.item)} overlap`);
    }
    const picture = dialog ? dialog.querySelector("img") : document.getElementById("picture");
    const box = picture.getBoundingClientRect();
    if (!isWithin(box, screen) || box.width < 200 || box.height < 100) found.push("the picture is not wholly in sight");
    // The middle of the picture is to be touched: nothing lies there.
    for (const across of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        for (const down of [0.3, 0.4, 0.5, 0.6]) {
            const hit = document.elementFromPoint(box.left + across * box.width, box.top + down * box.height);
            const isOverlay = hit?.classList.contains("tapfocus");
            if (hit !== picture && !isOverlay) found.push(`${name(hit ?? document.body)} lies on the picture at ${across}, ${down}`);
        }
    }
    const panel = document.getElementById("panel");
    if (!dialog && panel && shown(panel)) found.push(...faultsOfPanel(panel, { box, boxes, screen, isWithin, overlap, name }));
    return [...new Set(found)];
};

/** Runs in the page, too: of the panel, where the picture has this box, and all controls and words have these. */
const faultsOfPanel = (panel, { box, boxes, screen, isWithin, overlap, name }) => {
    const found = [];
    const place = panel.getBoundingClientRect();
    if (!isWithin(place, screen)) found.push("the panel is not wholly in sight");
    if (overlap(place, box)) found.push("the panel lies on the picture");
    if (panel.scrollWidth > panel.clientWidth) found.push("the panel is wider than its place");
    for (const { item, box: own } of boxes) if (!panel.contains(item) && overlap(place, own)) found.push(`the panel lies on ${name(item)}`);
    for (const part of panel.querySelectorAll("#curve, #curve-words, h2, dd, dt")) {
        const own = part.getBoundingClientRect();
        if (own.left < place.left || own.right > place.right || own.width === 0) found.push(`${name(part)} is cut off by the panel`);
    }
    for (const part of panel.querySelectorAll("#curve, #curve-words")) {
        if (!isWithin(part.getBoundingClientRect(), place)) found.push(`${name(part)} of the panel is not in sight`);
    }
    return found;
};
