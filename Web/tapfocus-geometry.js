// From a camera's picture to its place on a page, and back: object-fit, object-position, padding, CSS transforms and zoom, of the
// element and of all around it. Places on the page are in CSS pixels of the viewport, as in clientX and clientY; points of the
// picture are shares, (0, 0) at its top left.

/** A matrix without translation, as [a, b, c, d]: x' = ax + cy, y' = bx + dy. */
export const identity = [1, 0, 0, 1];

export const multiply = ([a, b, c, d], [e, f, g, h]) => [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
export const apply = ([a, b, c, d], { x, y }) => ({ x: a * x + c * y, y: b * x + d * y });

/** Null for a matrix that makes a line of the plane: nothing is seen then. */
export function inverse([a, b, c, d]) {
    const area = a * d - b * c;
    return Math.abs(area) > 1e-9 ? [d / area, -b / area, -c / area, a / area] : null;
}

/** The part in the plane of a computed `rotate`: "30deg", "y 180deg" or "0.6 0.8 0 45deg". */
function rotation(text) {
    const numbers = numbersIn(text);
    const radians = ((numbers.at(-1) ?? 0) * Math.PI) / 180;
    const named = { x: [1, 0, 0], y: [0, 1, 0] }[text?.[0]] ?? [0, 0, 1];
    const axis = numbers.length === 4 ? numbers.slice(0, 3) : named;
    const length = Math.hypot(...axis);
    const [x, y, z] = length > 0 ? axis.map((part) => part / length) : [0, 0, 1];
    const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
    // Rodrigues' formula, without depth.
    return [cosine + x * x * (1 - cosine), x * y * (1 - cosine) + z * sine, x * y * (1 - cosine) - z * sine, cosine + y * y * (1 - cosine)];
}

const numbersIn = (text) => (text && text !== "none" ? text.match(/-?[\d.]+(?:e[-+]?\d+)?/g).map(Number) : []);

/** The matrix of the properties `transform`, `rotate` and `scale` of a computed style. Translations do not matter here. */
export function transformOf(style) {
    const [across = 1, down = across] = numbersIn(style.scale);
    const matrix = numbersIn(style.transform?.replace("matrix3d", "matrix"));
    const own = matrix.length === 16 ? [matrix[0], matrix[1], matrix[4], matrix[5]] : matrix.slice(0, 4);
    return multiply(multiply(rotation(style.rotate), [across, 0, 0, down]), own.length === 4 ? own : identity);
}

/** A component of a computed object-position: "50%", "8px" or "calc(100% - 8px)"; `free` is the space that is left. */
function offset(text, free) {
    let sum = 0;
    for (const [, sign, number, unit] of text.matchAll(/([-+]?)\s*([\d.]+)(%|px)/g)) {
        sum += (sign === "-" ? -1 : 1) * number * (unit === "%" ? free / 100 : 1);
    }
    return sum;
}

/** The rectangle of a picture of `natural` size in a content box, by object-fit and object-position. */
export function fittedPicture(box, natural, fit, position = "50% 50%") {
    const [across, down] = [box.width / natural.width, box.height / natural.height];
    const scales = { contain: Math.min(across, down), cover: Math.max(across, down), none: 1, "scale-down": Math.min(across, down, 1) };
    const scale = scales[fit];
    const width = scale === undefined ? box.width : natural.width * scale;
    const height = scale === undefined ? box.height : natural.height * scale;
    const [left, top] = position.match(/calc\([^)]*\)|\S+/g);
    return { x: box.x + offset(left, box.width - width), y: box.y + offset(top, box.height - height), width, height };
}

/**
 * A picture's place on the page. An affine map keeps the centre of a box, and the rectangle around a box has the same centre; so
 * centre and matrix contain everything that moved the box.
 */
export class Place {
    /**
     * @param centre of the element's box on the page.
     * @param matrix from the element's own coordinates to the page.
     * @param box the content box, from the centre of the element's box, in its own coordinates; `picture` likewise.
     */
    constructor({ centre, matrix, box, picture, fit, position }) {
        Object.assign(this, { centre, matrix, box, picture, fit, position, back: inverse(matrix) });
    }

    /** The point of the picture at a place on the page; null beside it. */
    pictureAt({ x, y }) {
        if (this.back === null) return null;
        const own = apply(this.back, { x: x - this.centre.x, y: y - this.centre.y });
        if (!isInside(own, this.box)) return null;
        const point = { x: (own.x - this.picture.x) / this.picture.width, y: (own.y - this.picture.y) / this.picture.height };
        if (!isInside(point, { x: 0, y: 0, width: 1, height: 1 })) return null;
        return { x: Math.min(Math.max(point.x, 0), 1), y: Math.min(Math.max(point.y, 0), 1) };
    }

    /** The place on the page of a point of the picture. */
    pageAt({ x, y }) {
        const { picture, centre } = this;
        const turned = apply(this.matrix, { x: picture.x + x * picture.width, y: picture.y + y * picture.height });
        return { x: centre.x + turned.x, y: centre.y + turned.y };
    }

    /** The point of the picture in the middle of the view. */
    centreOfPicture() {
        const { box } = this;
        const middle = apply(this.matrix, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
        return this.pictureAt({ x: this.centre.x + middle.x, y: this.centre.y + middle.y });
    }

    /** How the page turns the element: by `degrees`, to the nearest quarter `rotation`, and after that `mirrored`. Its sides may also grow. */
    #turn() {
        const [a, b, c, d] = this.matrix;
        const mirrored = a * d - b * c < 0;
        // Mirroring comes last, left to right, so it is undone first.
        const [right, down] = mirrored ? [-a, b] : [a, b];
        const degrees = (Math.atan2(down, right) * 180) / Math.PI;
        const rotation = (Math.round(degrees / 90) * 90 + 360) % 360;
        return { mirrored, degrees, rotation, across: Math.hypot(a, b), along: Math.hypot(c, d) };
    }

    /**
     * What is seen of the picture: `part`, [x, y, width, height] in shares of it, the `width` and `height` of that on the page before it
     * is turned, its `rotation` in quarters, and whether it is `mirrored` after that. Null when nothing is seen.
     */
    shown() {
        const { box, picture } = this;
        const [left, top] = [Math.max(box.x, picture.x), Math.max(box.y, picture.y)];
        const right = Math.min(box.x + box.width, picture.x + picture.width);
        const bottom = Math.min(box.y + box.height, picture.y + picture.height);
        if (this.back === null || !(right > left && bottom > top)) return null;
        const { mirrored, rotation, across, along } = this.#turn();
        const [width, height] = [right - left, bottom - top];
        const part = [(left - picture.x) / picture.width, (top - picture.y) / picture.height, width / picture.width, height / picture.height];
        return { part, width: width * across, height: height * along, rotation, mirrored };
    }

    /** The place for the request `view`; null when no rectangle, turned by quarters, says it. `screen` is the viewport's size. */
    view(screen) {
        const [a, b, c, d] = this.matrix;
        const { mirrored, degrees, rotation, across, along } = this.#turn();
        const isSquare = Math.abs(a * c + b * d) < 1e-6 * across * along;
        const isTurned = Math.abs(degrees / 90 - Math.round(degrees / 90)) > 1e-6;
        if (this.back === null || !isSquare || isTurned) return null;
        const gravity = { fill: "stretch", cover: "fill", contain: "fit" }[this.fit];
        const isPlain = gravity && /^50% 50%$/.test(this.position) && Math.abs(across - along) < 1e-6 * across;
        const { x, y, width, height } = this.#bounds(isPlain ? this.box : this.picture);
        return { x, y, width, height, screen, videoGravity: isPlain ? gravity : "stretch", rotation, mirrored };
    }

    #bounds({ x, y, width, height }) {
        const corners = [{ x, y }, { x: x + width, y: y + height }].map((corner) => apply(this.matrix, corner));
        const [left, top] = [Math.min(corners[0].x, corners[1].x), Math.min(corners[0].y, corners[1].y)];
        return {
            x: this.centre.x + left, y: this.centre.y + top,
            width: Math.abs(corners[0].x - corners[1].x), height: Math.abs(corners[0].y - corners[1].y),
        };
    }
}

/** An edge that is computed twice may differ in the last bit. */
const isInside = ({ x, y }, box, tolerance = 1e-9 * (box.width + box.height)) =>
    x >= box.x - tolerance && x <= box.x + box.width + tolerance && y >= box.y - tolerance && y <= box.y + box.height + tolerance;

/**
 * Reads the place of the picture of a video, a canvas or an image.
 * @param surroundings the matrix of everything around the element: a sibling without a transform of its own has it.
 * @returns null while there is no picture, or nothing of it is laid out.
 */
export function placeOf(element, surroundings) {
    const natural = {
        width: element.videoWidth ?? element.naturalWidth ?? element.width,
        height: element.videoHeight ?? element.naturalHeight ?? element.height,
    };
    const style = getComputedStyle(element);
    const bounds = element.getBoundingClientRect();
    const size = (side) => parseFloat(style[side]) || 0;
    const edges = ["Left", "Right", "Top", "Bottom"].map((side) => size(`border${side}Width`) + size(`padding${side}`));
    const isBorderBox = style.boxSizing === "border-box";
    const width = size("width") - (isBorderBox ? edges[0] + edges[1] : 0);
    const height = size("height") - (isBorderBox ? edges[2] + edges[3] : 0);
    // An element that is not laid out still has the width of its style.
    const isLaidOut = element.getClientRects().length > 0;
    if (!(isLaidOut && natural.width > 0 && natural.height > 0 && width > 0 && height > 0)) return null;
    const box = { x: (edges[0] - edges[1] - width) / 2, y: (edges[2] - edges[3] - height) / 2, width, height };
    const zoom = (element.currentCSSZoom ?? 1) / (element.parentElement?.currentCSSZoom ?? 1);
    const { objectFit: fit, objectPosition: position } = style;
    return new Place({
        centre: { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 },
        matrix: multiply(surroundings, multiply([zoom, 0, 0, zoom], transformOf(style))),
        box, picture: fittedPicture(box, natural, fit, position), fit, position,
    });
}
