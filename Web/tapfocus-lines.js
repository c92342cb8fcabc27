// Checks of what the daemon's lines hold: lines from outside may hold anything. Points and regions are in shares of a picture.

const isShare = (number) => number >= 0 && number <= 1;

export const isPoint = (point) => isShare(point?.x) && isShare(point?.y);

/** The range of `tapfocus run`, EV in both directions. */
const farthestCompensation = 4;

export const isCompensation = (ev) => Number.isFinite(ev) && Math.abs(ev) <= farthestCompensation;

const isRegion = (region) => Array.isArray(region) && region.length === 4 && region.every(isShare);

/** An event `measure` that can be measured. */
export const isWish = ({ id, focus, exposure = focus, interval = 0 }) =>
    Number.isSafeInteger(id) && isRegion(focus) && isRegion(exposure) && interval >= 0 && interval < 1e12;
