// Taps and drags, from pointer events.

/** A tap is no longer than this, ms: Android's long press begins there. */
const longestTap = 400;
/** A tap strays no farther than this, CSS pixels: about 4 mm, for a standing person who reaches for a wall screen. */
const farthestTap = 15;
/** A finger that rests for this long presses, ms: longer than Android's, because visitors of a kiosk rest their fingers. */
const shortestPress = 600;
/** Two taps within this time, ms, are a double tap. */
const longestPause = 400;

/**
 * Recognises taps on an element: one finger, short, still. A second finger spoils both until all are lifted.
 * @param tapped gets the place, `{ x, y }` on the page.
 * @param signal ends it.
 * @param pressed gets the place of a finger that rests, while it is down; null: such a finger does nothing.
 */
export function recogniseTaps(element, tapped, signal, pressed = null) {
    const down = new Map();
    let isSpoilt = false;
    let press = null;
    const rest = (place) => {
        press = null;
        if (isSpoilt || down.size !== 1) return;
        // The lift that follows is no tap.
        isSpoilt = true;
        pressed(place);
    };
    const begin = (event) => {
        // A pointer that was released beside the element sends no event.
        if (event.isPrimary) down.clear();
        if (down.size === 0) isSpoilt = false;
        down.set(event.pointerId, { x: event.clientX, y: event.clientY, time: event.timeStamp });
        if (down.size > 1 || event.button !== 0) isSpoilt = true;
        clearTimeout(press);
        if (pressed !== null && !isSpoilt) press = setTimeout(rest, shortestPress, { x: event.clientX, y: event.clientY });
    };
    const stray = (event, start) => Math.hypot(event.clientX - start.x, event.clientY - start.y) > farthestTap;
    const move = (event) => {
        const start = down.get(event.pointerId);
        if (start && stray(event, start)) isSpoilt = true;
    };
    const end = (event) => {
        const start = down.get(event.pointerId);
        down.delete(event.pointerId);
        if (!start || isSpoilt || stray(event, start) || event.timeStamp - start.time > longestTap) return;
        tapped({ x: event.clientX, y: event.clientY });
    };
    const cancel = (event) => {
        isSpoilt = true;
        down.delete(event.pointerId);
    };
    // A menu, which browsers open at a finger that rests, would take the finger away.
    const menu = (event) => { if (pressed !== null && event.pointerType === "touch") event.preventDefault(); };
    listen(element, { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: cancel, contextmenu: menu }, signal);
    signal.addEventListener("abort", () => clearTimeout(press));
}

/**
 * Recognises pinches of two fingers on an element.
 * @param listener has `began()`, and `pinched(ratio)` with the distance of the fingers as a multiple of that at the beginning.
 */
function recognisePinches(element, listener, signal) {
    const down = new Map();
    let first = 0;
    const distance = () => {
        const [one, other] = [...down.values()];
        return Math.max(Math.hypot(one.x - other.x, one.y - other.y), 1);
    };
    const begin = (event) => {
        if (event.isPrimary) down.clear();
        down.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (down.size !== 2) return;
        first = distance();
        listener.began();
    };
    const move = (event) => {
        if (!down.has(event.pointerId)) return;
        down.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (down.size === 2) listener.pinched(distance() / first);
    };
    const end = (event) => down.delete(event.pointerId);
    listen(element, { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end }, signal);
}

/** Two fingers on an element zoom the camera, where it has a zoom. */
export function zoomByPinches(element, tapfocus, signal) {
    // The browser itself would zoom the page.
    element.style.touchAction = "none";
    let start = null;
    recognisePinches(element, {
        began: () => { start = tapfocus.zoomed; },
        pinched: (ratio) => {
            if (start === null) return;
            const { linear, factor, largest } = start;
            if (factor === null || largest === null) tapfocus.zoom({ linear: Math.min(Math.max(linear + Math.log2(ratio) / 2, 0), 1) });
            else tapfocus.zoom({ factor: Math.min(Math.max(factor * ratio, 1), largest) });
        },
    }, signal);
}

/** A pointer that has moved this far drags, CSS pixels. */
const nearestDrag = 8;

/**
 * Recognises drags and taps of one pointer on an element that only does that.
 * @param listener has `began()`, `dragged({ x, y })` with the way on the page since then, `ended()`, and `tapped({ x, y, target,
 *     isDouble })` with the place on the page and the part of the element.
 */
export function recogniseDrags(element, listener) {
    let start = null;
    let lastTap = { time: -Infinity, target: null };
    const begin = (event) => {
        if (start !== null || event.button !== 0) return;
        element.setPointerCapture(event.pointerId);
        start = { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp, target: event.target, hasMoved: false };
        listener.began();
    };
    const way = (event) => ({ x: event.clientX - start.x, y: event.clientY - start.y });
    const move = (event) => {
        if (event.pointerId !== start?.id) return;
        const { x, y } = way(event);
        start.hasMoved ||= Math.hypot(x, y) > nearestDrag;
        if (start.hasMoved) listener.dragged({ x, y });
    };
    const end = (event) => {
        if (event.pointerId !== start?.id) return;
        const { hasMoved, time, target } = start;
        start = null;
        listener.ended();
        if (hasMoved || event.type !== "pointerup" || event.timeStamp - time > longestTap) return;
        const isDouble = lastTap.target === target && event.timeStamp - lastTap.time <= longestPause;
        lastTap = { time: event.timeStamp, target };
        listener.tapped({ x: event.clientX, y: event.clientY, target, isDouble });
    };
    listen(element, { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end });
}

function listen(element, listeners, signal) {
    for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener, { signal });
}
