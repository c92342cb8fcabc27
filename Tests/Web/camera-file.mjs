// A camera from a file, which Chromium plays in place of a real one: node's only part is to write it.
import { closeSync, openSync, writeSync } from "node:fs";

/** Writes some frames of 1280 × 720 at 30 a second: a chequered scene with a grain that changes from frame to frame. */
export function writeCamera(path, { width = 1280, height = 720, frames = 6 } = {}) {
    const file = openSync(path, "w");
    writeSync(file, `YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420\n`);
    const luma = Buffer.alloc(width * height);
    const chroma = Buffer.alloc((width * height) / 2);
    let state = 1;
    for (let frame = 0; frame < frames; frame++) {
        for (let row = 0; row < height; row++) {
            for (let column = 0; column < width; column++) {
                state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
                const light = 60 + (150 * column) / width;
                luma[row * width + column] = light + (((column >> 4) + (row >> 4)) & 1) * 30 - (state >>> 29);
            }
        }
        for (let index = 0; index < chroma.length; index++) chroma[index] = 128 + 30 * Math.sin(index / 9000);
        writeSync(file, "FRAME\n");
        writeSync(file, luma);
        writeSync(file, chroma);
    }
    closeSync(file);
}

export const cameraFlags = (path) => [
    "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${path}`,
    "--autoplay-policy=no-user-gesture-required",
];
