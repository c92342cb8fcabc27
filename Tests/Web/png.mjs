// Reads screenshots: PNG of 8 bits, RGB or RGBA, not interlaced.
import { inflateSync } from "node:zlib";

/** The pixels of a picture, `channels` bytes each. */
export function decode(png) {
    const parts = [];
    let width, height, channels;
    for (let at = 8; at < png.length; ) {
        const [length, type] = [png.readUInt32BE(at), png.toString("latin1", at + 4, at + 8)];
        const body = png.subarray(at + 8, at + 8 + length);
        if (type === "IHDR") [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
        if (type === "IDAT") parts.push(body);
        at += 12 + length;
    }
    const data = inflateSync(Buffer.concat(parts));
    const stride = width * channels;
    const pixels = Buffer.alloc(stride * height);
    for (let row = 0; row < height; row++) {
        const filter = data[row * (stride + 1)];
        for (let column = 0; column < stride; column++) {
            const left = column < channels ? 0 : pixels[row * stride + column - channels];
            const up = row === 0 ? 0 : pixels[(row - 1) * stride + column];
            const corner = row === 0 || column < channels ? 0 : pixels[(row - 1) * stride + column - channels];
            const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
            pixels[row * stride + column] = data[row * (stride + 1) + 1 + column] + guess;
        }
    }
    return { width, height, channels, pixels };
}

function paeth(left, up, corner) {
    const guess = left + up - corner;
    const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
}

/** The middle of everything magenta, in pixels; null when there is none. */
export function middleOfMagenta({ width, height, channels, pixels }) {
    let [weight, across, down] = [0, 0, 0];
    for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
            const at = (row * width + column) * channels;
            const amount = Math.max(Math.min(pixels[at], pixels[at + 2]) - pixels[at + 1], 0);
            weight += amount;
            across += amount * (column + 0.5);
            down += amount * (row + 0.5);
        }
    }
    return weight > 255 ? { x: across / weight, y: down / weight } : null;
}
