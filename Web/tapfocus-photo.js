// A photo from a video's camera, or of the picture that is shown.
import { isAlike, withMetadata } from "./tapfocus-exif.js";

/** The longest wait for a camera's first frame, ms. */
const firstFrameTime = 3_000;

/**
 * A JPEG as a Blob, its time, and the size of the video's frames: by ImageCapture, else from a canvas. A camera that has just been opened
 * has not given a frame yet, which is waited for.
 * @param placeNow tells where the picture is on the page: the photo is what is seen there, from the frame that is shown. Null: it is
 *     the whole picture as the camera gives it.
 * @param of the sharpest of so many photos is taken.
 * @param point where it has to be sharp, in shares of the frames; null, or in a photo of another shape: the whole picture counts.
 * @param held gives frames by `photo()`, where another program holds the camera; null: this page has it.
 * @throws Error when there is no picture.
 */
export async function takePicture(video, placeNow = null, of = 1, point = null, held = null) {
    if (isWithoutSource(video)) throw new Error("no camera is open");
    // ImageCapture would wait for a frame without end.
    if (!await firstFrame(video)) throw new Error(`the camera has given no frame for ${firstFrameTime / 1000} s`);
    const frames = sizeOf(video);
    // A camera's own photo may have another shape than its frames, so it does not tell what was seen.
    const take = async () => {
        const time = new Date();
        if (held !== null) return { time, picture: await heldPhoto(held, placeNow) };
        return { time, picture: placeNow === null ? await ownPhoto(video) ?? drawn(video) : drawnAsShown(video, placeNow()) };
    };
    let best = await take();
    for (let count = 1, most = of > 1 ? await sharpness(best.picture, point, frames) : 0; count < of; count++) {
        await nextFrame(video);
        const next = await take();
        const sharp = await sharpness(next.picture, point, frames);
        if (sharp > most) [best, most] = [next, sharp];
    }
    return { photo: await asJPEG(best.picture), time: best.time, frames };
}

/** The photo with metadata, where it can have them. */
export async function described(photo, facts) {
    if (photo.type !== "image/jpeg") return photo;
    return new Blob([withMetadata(new Uint8Array(await photo.arrayBuffer()), facts)], { type: photo.type });
}

/** The camera's own frame, or what the view shows of it. */
async function heldPhoto(held, placeNow) {
    const photo = await held.photo();
    if (placeNow === null) return photo;
    const bitmap = await createImageBitmap(photo);
    const canvas = drawnAsShown(bitmap, placeNow());
    bitmap.close();
    return canvas;
}

/** The photo that the camera takes itself; null: it cannot, and the shown picture is used instead. */
async function ownPhoto(video) {
    const [track] = video.srcObject?.getVideoTracks?.() ?? [];
    if (track?.readyState !== "live" || !("ImageCapture" in globalThis)) return null;
    try {
        return await new ImageCapture(track).takePhoto();
    } catch {
        return null;
    }
}

const sizeOf = (picture) => ({
    width: picture.videoWidth ?? picture.naturalWidth ?? picture.width,
    height: picture.videoHeight ?? picture.naturalHeight ?? picture.height,
});

/** @param source a video, or a bitmap, which has its own size. */
function drawn(source, size = sizeOf(source)) {
    const canvas = Object.assign(document.createElement("canvas"), size);
    canvas.getContext("2d").drawImage(source, 0, 0);
    return canvas;
}

/** Cut as the view cuts it, turned by quarters and mirrored as it is, with as many pixels as the frame has there. */
function drawnAsShown(video, place) {
    const shown = place?.shown() ?? null;
    if (shown === null) throw new Error("the picture is not seen on the page, so there is no photo of what is shown");
    const natural = sizeOf(video);
    const [x, y, columns, rows] = shown.part.map((share, index) => share * (index % 2 === 0 ? natural.width : natural.height));
    const scale = Math.max(columns / shown.width, rows / shown.height);
    const [across, along] = [shown.width, shown.height].map((side) => Math.max(1, Math.round(side * scale)));
    const [width, height] = shown.rotation % 180 === 0 ? [across, along] : [along, across];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d");
    drawing.translate(width / 2, height / 2);
    if (shown.mirrored) drawing.scale(-1, 1);
    drawing.rotate((shown.rotation * Math.PI) / 180);
    drawing.drawImage(video, x, y, columns, rows, -across / 2, -along / 2, across, along);
    return canvas;
}

/** Chromium gives PNG of a camera without JPEG: three times as large, and without a place for Exif that readers know. */
async function asJPEG(picture) {
    if (!(picture instanceof Blob)) return encoded(picture);
    if (picture.type === "image/jpeg") return picture;
    const bitmap = await createImageBitmap(picture).catch(() => null);
    if (bitmap === null) return picture;
    const canvas = drawn(bitmap);
    bitmap.close();
    return encoded(canvas);
}

/**
 * The contrast of neighbouring pixels, as a share of the brightness: it compares photos of one scene, one after the other, and is not the
 * measure of the searches.
 */
async function sharpness(picture, point, frames) {
    const bitmap = await createImageBitmap(picture).catch(() => null);
    if (bitmap === null) return 0;
    const [left, top, width, height] = area(bitmap, isAlike(bitmap, frames) ? point : null);
    const drawing = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
    drawing.drawImage(bitmap, left, top, width, height, 0, 0, width, height);
    bitmap.close();
    const { data } = drawing.getImageData(0, 0, width, height);
    let [contrast, light] = [0, 1];
    for (let at = 1; at + 4 * width + 4 < data.length; at += 4) {
        light += data[at];
        contrast += (data[at + 4] - data[at]) ** 2 + (data[at + 4 * width] - data[at]) ** 2;
    }
    return contrast / light ** 2;
}

/** A sixth of the picture's sides around a point, and inside of it; in whole pixels. */
function area({ width, height }, point) {
    if (point === null) return [0, 0, width, height];
    const side = (share, length) => {
        const size = Math.max(2, Math.round(length / 6));
        return [Math.round(Math.min(Math.max(share * length - size / 2, 0), Math.max(length - size, 0))), size];
    };
    const [[left, columns], [top, rows]] = [side(point.x, width), side(point.y, height)];
    return [left, top, columns, rows];
}

/** The next frame, or a moment where none is shown. */
function nextFrame(video) {
    return new Promise((done) => {
        setTimeout(done, 200);
        video.requestVideoFrameCallback?.(() => done());
    });
}

function encoded(canvas) {
    return new Promise((done, fail) => {
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture cannot be read"))), "image/jpeg", 0.92);
    });
}

const isWithoutSource = (video) => video instanceof HTMLVideoElement && video.srcObject === null && video.currentSrc === "";

/** A canvas always has a picture. */
const isShown = (video) => !(video instanceof HTMLVideoElement) || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;

/** Waits until a video has a frame. False if there is no frame after the longest wait. */
function firstFrame(video) {
    if (isShown(video)) return Promise.resolve(true);
    return new Promise((done) => {
        const end = () => {
            clearTimeout(timer);
            video.removeEventListener("loadeddata", end);
            done(isShown(video));
        };
        const timer = setTimeout(end, firstFrameTime);
        video.addEventListener("loadeddata", end);
    });
}
