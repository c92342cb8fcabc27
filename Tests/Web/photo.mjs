// Photos of what the view shows: each place of the photo has the colour that a screenshot has there.
import { expect, expectEqual } from "../Page/check.mjs";
import { exifTests } from "./exif.mjs";
import { openPage } from "./page.mjs";
import { decode } from "./png.mjs";

const size = { width: 320, height: 180 };
/** A picture whose colours tell the place: red grows to the right, green downwards. A canvas' stream has no camera that takes photos. */
const script = `delete globalThis.ImageCapture;
const picture = document.getElementById("picture");
const source = Object.assign(document.createElement("canvas"), ${JSON.stringify(size)});
const drawing = source.getContext("2d");
for (let x = 0; x < ${size.width}; x += 4) for (let y = 0; y < ${size.height}; y += 4) {
    drawing.fillStyle = \`rgb(\${(255 * x) / ${size.width}} \${(255 * y) / ${size.height}} 128)\`;
    drawing.fillRect(x, y, 4, 4);
}
picture.srcObject = source.captureStream(10);
setInterval(() => drawing.fillRect(${size.width - 4}, ${size.height - 4}, 4, 4), 100);
await picture.play();`;
const body = `<div id="around" style="width: 400px; height: 500px; position: relative"><video id="picture" autoplay muted playsinline></video></div>`;
/** The element is 200 × 300; turned around its middle, (200, 250), it is 300 × 200. */
const plain = "position: absolute; left: 100px; top: 100px; width: 200px; height: 300px;";
const whole = { x: 100, y: 100, width: 200, height: 300 };
const turned = { x: 50, y: 150, width: 300, height: 200 };
/** How the picture is shown, and the rectangle on the page in which it is seen. */
const views = [
    { name: "cover", style: "object-fit: cover", seen: whole },
    { name: "cover, at its left end", style: "object-fit: cover; object-position: 0 50%", seen: whole },
    { name: "contain", style: "object-fit: contain", seen: { x: 100, y: 193.75, width: 200, height: 112.5 } },
    { name: "fill", style: "object-fit: fill", seen: whole },
    { name: "none", style: "object-fit: none", seen: { x: 100, y: 160, width: 200, height: 180 } },
    { name: "mirrored", style: "object-fit: cover; transform: scaleX(-1)", seen: whole },
    { name: "turned by a quarter", style: "object-fit: cover; transform: rotate(90deg)", seen: turned },
    { name: "turned by three quarters, and mirrored", style: "object-fit: contain; transform: scaleX(-1) rotate(270deg)", seen: { x: 143.75, y: 150, width: 112.5, height: 200 } },
    { name: "mirrored by what is around it", style: "object-fit: cover", around: "transform: scaleX(-1)", seen: whole },
    { name: "half as large", style: "object-fit: cover; scale: 0.5", seen: { x: 150, y: 175, width: 100, height: 150 } },
];
/** Near the corners, and off the middle, in shares of what is seen. */
const places = [[0.06, 0.06], [0.94, 0.06], [0.06, 0.94], [0.94, 0.94], [0.4, 0.7]];

/** A photo's type, size, and colours at the places. */
const photograph = (browser, options) => browser.value(`(async () => {
    const photo = await tapfocus.takePhoto(${options});
    const { width, height } = globalThis.bitmap = await createImageBitmap(photo);
    const drawing = new OffscreenCanvas(width, height).getContext("2d");
    drawing.drawImage(bitmap, 0, 0);
    const colour = ([x, y]) => [...drawing.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data.slice(0, 3)];
    return { type: photo.type, width, height, colours: ${JSON.stringify(places)}.map(colour) };
})()`);

/** The colours of a screenshot at the places of a rectangle. */
async function coloursSeen(browser, seen) {
    const { width, channels, pixels } = decode(await browser.picture());
    return places.map(([x, y]) => {
        const at = (Math.floor(seen.y + y * seen.height) * width + Math.floor(seen.x + x * seen.width)) * channels;
        return [...pixels.subarray(at, at + 3)];
    });
}

export async function photoTests(checks, browser, server) {
    await exifTests(checks);
    const open = () => openPage(browser, server, { body, script, options: "{ taps: 'none' }", size: { width: 640, height: 560, isReduced: true } });

    await checks.test("a photo as shown has the colours of the view at each of its corners, and its shape", async () => {
        await open();
        for (const { name, style, around = "", seen } of views) {
            await browser.value(`picture.style.cssText = ${JSON.stringify(plain + style)};
                document.getElementById("around").style.cssText = ${JSON.stringify("width: 400px; height: 500px; position: relative;" + around)}; tapfocus.refresh()`);
            await browser.frame();
            const wanted = await coloursSeen(browser, seen);
            const { type, width, height, colours } = await photograph(browser, `{ as: "shown" }`);
            expectEqual(type, "image/jpeg", name);
            const words = `${name}: ${width} × ${height}, ${JSON.stringify(colours)}, not ${JSON.stringify(wanted)}`;
            expect(Math.abs(width / height - seen.width / seen.height) < 0.02, words);
            // A video's colours are rounded, and so are a photo's. A tenth of the picture's width is 25.
            for (const [index, colour] of colours.entries()) {
                expect(colour.every((amount, part) => Math.abs(amount - wanted[index][part]) <= 14), words);
            }
        }
    });

    await checks.test("a photo as shown has all pixels that the frame has there; left to itself a photo is the whole picture, not turned", async () => {
        await open();
        await browser.value(`picture.style.cssText = ${JSON.stringify(`${plain} object-fit: cover; transform: scaleX(-1)`)}; tapfocus.refresh()`);
        const shown = await photograph(browser, `{ as: "shown" }`);
        expectEqual([shown.width, shown.height], [120, 180], "the pixels of the part that is seen");
        for (const options of ["", `{ as: "camera" }`]) {
            const { width, height, colours: [left, right] } = await photograph(browser, options);
            expectEqual([width, height], [size.width, size.height], "the whole picture");
            expect(left[0] < 60 && right[0] > 200, `red does not grow to the right: ${JSON.stringify([left, right])}`);
        }
    });

    await sharpestTests(checks, browser, open);
    await factTests(checks, browser, server, open);

    await checks.test("a photo as shown is refused where nothing is seen, and so is a word that is none", async () => {
        await open();
        const refusal = (options) => browser.value(`tapfocus.takePhoto(${options}).then(() => "taken", ({ name, message }) => name + ": " + message)`);
        expectEqual(await refusal(`{ as: "seen" }`), `TypeError: a photo is taken as "camera" or as "shown", not as "seen"`, "another word");
        await browser.value("picture.style.display = 'none'");
        expectEqual(await refusal(`{ as: "shown" }`), "Error: the picture is not seen on the page, so there is no photo of what is shown", "out of sight");
    });
}

async function factTests(checks, browser, server, open) {
    const xmp = () => browser.value(`(async () => {
        const text = new TextDecoder("latin1").decode(await (await tapfocus.takePhoto()).arrayBuffer());
        return text.match(/tapfocus:[A-Z][a-z]+="[a-z]+"/gi) ?? [];
    })()`);

    await checks.test("a photo says that focus and exposure follow only of a camera that has them", async () => {
        await open();
        const client = server.clients.at(-1);
        await browser.value(`(globalThis.heard = [], tapfocus.addEventListener("event", ({ detail }) => heard.push(detail.event)), true)`);
        const camera = { name: "Scanner", path: "/dev/video0" };
        const tell = async (event) => {
            await browser.value("heard.length = 0");
            client.say(event);
            await browser.until(`heard.includes("${event.event}")`);
        };
        expectEqual(await xmp(), [], "no levels were told");
        await tell({ event: "status", state: "continuousAuto", point: null, cause: "view", moved: false, camera: { ...camera, focusLevel: "none", exposureLevel: "region" } });
        expectEqual(await xmp(), ['tapfocus:Exposure="following"'], "a camera without focus");
        await tell({ event: "levels", focusLevel: "one-shot", focusReason: "", exposureLevel: "none", exposureReason: "" });
        expectEqual(await xmp(), ['tapfocus:Focus="following"'], "a camera whose exposure cannot be set");
        await tell({ event: "device", device: "camera", change: "arrived", ...camera });
        expectEqual(await xmp(), [], "another camera, whose levels are not told yet");
    });
}

async function sharpestTests(checks, browser, open) {
    await checks.test("of several photos the sharpest is taken; it is a JPEG where the browser gives PNG, and has metadata", async () => {
        await open();
        // The second photo is the sharp one; its width tells which it is.
        const found = await browser.value(`(async () => {
            let count = 0;
            globalThis.ImageCapture = class {
                takePhoto() {
                    const canvas = Object.assign(document.createElement("canvas"), { width: 200 + ++count, height: 100 });
                    const drawing = canvas.getContext("2d");
                    for (let x = 0; x < canvas.width; x += 8) {
                        drawing.fillStyle = count === 2 ? (x % 16 === 0 ? "white" : "black") : \`rgb(\${x} \${x} \${x})\`;
                        drawing.fillRect(x, 0, 8, 100);
                    }
                    return new Promise((done) => canvas.toBlob(done, "image/png"));
                }
            };
            const photo = await tapfocus.takePhoto({ of: 3 });
            const { width } = await createImageBitmap(photo);
            const text = new TextDecoder("latin1").decode(await photo.arrayBuffer());
            return { type: photo.type, width, count, hasExif: text.slice(0, 64).includes("Exif"), isOurs: text.includes("TapFocus") };
        })()`);
        expectEqual(found, { type: "image/jpeg", width: 202, count: 3, hasExif: true, isOurs: true }, "the photo");
        const refusal = await browser.value(`tapfocus.takePhoto({ of: 10 }).then(() => "taken", ({ name, message }) => name + ": " + message)`);
        expectEqual(refusal, "RangeError: a photo is the sharpest of 1 to 9, not of 10", "too many");
    });
}
