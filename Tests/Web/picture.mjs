// An <img> in place of the video: the picture of a camera that another program holds, as tapfocus-web passes it on.
import { expect, expectEqual } from "../Page/check.mjs";
import { openPage, part, squareBounds, tapAt, until, wait } from "./page.mjs";

const size = { width: 800, height: 600 };
export const natural = { width: 320, height: 180 };
const body = `<img id="picture" alt="" style="width: 640px; height: 360px; display: block">`;
/** Keeps what is told of the picture. */
const script = `globalThis.seen = [];
queueMicrotask(() => globalThis.tapfocus.addEventListener("picture", ({ detail }) => globalThis.seen.push(detail)));`;

/** The holder's frames, at the addresses of tapfocus-web. */
class PlayedPicture {
    /** The responses that get the stream, and the requests for it and for photos. */
    viewers = [];
    asked = [];
    /** The number of the frame that is given. */
    frame = 0;
    isThere = true;

    constructor(server, frames) {
        this.frames = frames;
        server.answers.set("/picture", (request, response) => this.#stream(request, response));
        server.answers.set("/picture.jpg", (request, response) => this.#photo(request, response));
        this.timer = setInterval(() => this.viewers.forEach((viewer) => this.#send(viewer)), 50);
    }

    stop() {
        clearInterval(this.timer);
        for (const viewer of this.viewers) viewer.destroy();
    }

    /** The holder ends. */
    end() {
        this.isThere = false;
        for (const viewer of this.viewers) viewer.end();
    }

    #headers(request, type) {
        const { origin } = request.headers;
        return { "Content-Type": type, "Cache-Control": "no-store", Connection: "close", ...(origin ? { "Access-Control-Allow-Origin": origin } : {}) };
    }

    #stream(request, response) {
        this.asked.push(request.url);
        if (!this.isThere) return response.writeHead(503).end("no holder\n");
        response.writeHead(200, this.#headers(request, "multipart/x-mixed-replace; boundary=tapfocus"));
        response.write("--tapfocus\r\n");
        this.viewers.push(response);
        response.on("close", () => { this.viewers = this.viewers.filter((viewer) => viewer !== response); });
    }

    #photo(request, response) {
        this.asked.push(request.url);
        response.writeHead(200, this.#headers(request, "image/jpeg")).end(this.isThere ? this.frames[this.frame] : undefined);
    }

    #send(viewer) {
        const jpeg = this.frames[this.frame];
        viewer.write(`Content-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\n\r\n`);
        viewer.write(jpeg);
        viewer.write("\r\n--tapfocus\r\n");
    }
}

/** JPEG frames of one colour each, made by the browser. */
export async function coloured(browser, colours) {
    await browser.go("about:blank", size);
    const texts = await browser.value(`(() => ${JSON.stringify(colours)}.map((colour) => {
        const canvas = Object.assign(document.createElement("canvas"), ${JSON.stringify(natural)});
        const drawing = canvas.getContext("2d");
        drawing.fillStyle = colour;
        drawing.fillRect(0, 0, canvas.width, canvas.height);
        return canvas.toDataURL("image/jpeg").split(",")[1];
    }))()`);
    return texts.map((text) => Buffer.from(text, "base64"));
}

/** The colour in the middle of the picture: "red", "blue" or another. */
const colourShown = (browser) => browser.value(`(() => {
    const drawing = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    drawing.drawImage(document.getElementById("picture"), 160, 90, 1, 1, 0, 0, 1, 1);
    const [red, , blue] = drawing.getImageData(0, 0, 1, 1).data;
    return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : "another";
})()`);

async function showingTests(checks, browser, server, picture) {
    const open = (more = {}) => openPage(browser, server, { body, script, size, ...more });
    const client = () => server.clients.at(-1);
    const isShown = () => browser.until("globalThis.seen.at(-1)?.shown === true");

    await checks.test("an <img> shows the picture, frame after frame, and holds no camera", async () => {
        await open();
        await isShown();
        expectEqual(await browser.value("[picture.naturalWidth, picture.naturalHeight]"), [natural.width, natural.height], "its size");
        expectEqual(await colourShown(browser), "red", "the first frame");
        picture.frame = 1;
        const deadline = Date.now() + 60_000;
        while (await colourShown(browser) !== "blue") {
            expect(Date.now() < deadline, "the second frame is not shown");
            await wait(20);
        }
        picture.frame = 0;
        expectEqual(client().requests("hold-frames"), [], "what it asked to hold");
        await until(() => client().requests("show-view").length === 1, "show-view");
        expectEqual(picture.viewers.length, 1, "streams");
    });

    await checks.test("a tap on it is a tap on the camera's picture, and the square is there", async () => {
        await tapAt(browser, { x: 160, y: 270 });
        await until(() => client().requests("tap").length === 1, "a tap");
        const [{ x, y, in: place, id }] = client().requests("tap");
        expectEqual([x, y, place], [0.25, 0.75, "picture"], "the tap");
        client().say({ event: "state", state: "autoAndForceLocked", point: { x, y }, cause: "tap", id });
        client().say({ event: "settled", focus: "converged", exposure: "converged", id });
        await browser.until(`${part("words")}.textContent === "Locked"`);
        await browser.until(`!${part("words")}.hidden`);
        const square = await squareBounds(browser);
        expect(Math.abs(square.x - 160) < 2 && Math.abs(square.y - 270) < 2, JSON.stringify(square));
    });

    await checks.test("a finger that moves carries no picture away", async () => {
        expectEqual(await browser.value("picture.draggable"), false, "draggable");
    });

    await checks.test("a page that is not seen gets no picture, and one that is closed neither", async () => {
        await browser.value(`(() => {
            Object.defineProperty(document, "visibilityState", { configurable: true, get: () => globalThis.visibility ?? "visible" });
            globalThis.visibility = "hidden";
            document.dispatchEvent(new Event("visibilitychange"));
        })()`);
        await until(() => picture.viewers.length === 0, "the end of the stream");
        await browser.value(`(() => {
            globalThis.visibility = "visible";
            document.dispatchEvent(new Event("visibilitychange"));
        })()`);
        await until(() => picture.viewers.length === 1, "the stream again");
        await isShown();
        await browser.value("tapfocus.close()");
        await until(() => picture.viewers.length === 0, "the end of the stream after close()");
    });
}

async function photoTests(checks, browser, server, picture) {
    const photograph = (options) => browser.value(`(async () => {
        const photo = await tapfocus.takePhoto(${options});
        const bytes = new Uint8Array(await photo.arrayBuffer());
        const { width, height } = await createImageBitmap(photo);
        return { type: photo.type, width, height, hasExif: String.fromCharCode(...bytes.slice(0, 400)).includes("Exif") };
    })()`);

    await checks.test("a photo is the camera's own frame, with metadata; as shown it is cut as the page cuts it", async () => {
        await openPage(browser, server, { body: body.replace("360px", "640px; object-fit: cover"), script, size });
        await browser.until("globalThis.seen.at(-1)?.shown === true");
        picture.asked = [];
        expectEqual(await photograph(""), { type: "image/jpeg", ...natural, hasExif: true }, "the photo");
        expectEqual(picture.asked, ["/picture.jpg"], "what it asked for");
        expectEqual(await photograph("{ as: 'shown' }"), { type: "image/jpeg", width: 180, height: 180, hasExif: true }, "as shown");
        expectEqual((await photograph("{ of: 3 }")).type, "image/jpeg", "the sharpest of three");
        expectEqual(picture.asked.length, 5, "frames for all of them");
    });
}

async function endTests(checks, browser, server, picture) {
    const client = () => server.clients.at(-1);

    await checks.test("the end of the holder is told once, the picture is taken away, and comes back with the holder", async () => {
        await openPage(browser, server, { body, script, size });
        await browser.until("globalThis.seen.at(-1)?.shown === true");
        const message = "The picture has ended: the program that holds the camera has ended, or its stream has.";
        picture.isThere = false;
        client().say({ event: "picture", reason: "holderGone", message });
        await browser.until("globalThis.seen.at(-1).shown === false");
        picture.end();
        expectEqual(await browser.value("[globalThis.seen.at(-1).reason, picture.hasAttribute('src')]"), [message, false], "what it says");
        expectEqual(await browser.value("tapfocus.takePhoto().then(() => 'a photo', ({ message }) => message)"),
            "the program that holds the camera gives no frame", "a photo without a holder");
        const count = picture.asked.length;
        await until(() => picture.asked.length > count, "another attempt");
        await browser.until("globalThis.seen.at(-1).reason.includes('--picture')");
        const told = await browser.value("told.filter(({ type, request }) => type === 'error' && request === 'picture').length");
        expectEqual(told, 2, "the two reasons are told");
        picture.isThere = true;
        await browser.until("globalThis.seen.at(-1).shown === true");
        expectEqual(await colourShown(browser), "red", "the picture");
    });

    await checks.test("the token is sent to tapfocus-web's own address, and to no other", async () => {
        picture.asked = [];
        await openPage(browser, server, { body, script, size, options: "{ token: 'a-secret-word' }" });
        await browser.until("globalThis.seen.at(-1)?.shown === true");
        expect(picture.asked.every((address) => address.includes("token=a-secret-word")), `${picture.asked}`);
        picture.asked = [];
        const other = server.address.replace("localhost", "127.0.0.1");
        await openPage(browser, server, { body, script, size, options: `{ token: 'a-secret-word', picture: '${other}/picture' }` });
        await browser.until("globalThis.seen.at(-1)?.shown === true");
        expect(picture.asked.length > 0 && picture.asked.every((address) => !address.includes("secret")), `${picture.asked}`);
    });

    await checks.test("with picture: null the page fills its <img> itself, and taps work", async () => {
        picture.asked = [];
        const own = `document.getElementById("picture").src = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='320' height='180'/>";`;
        await openPage(browser, server, { body, script: script + own, size, options: "{ picture: null }" });
        await browser.until("document.getElementById('picture').naturalWidth === 320");
        await tapAt(browser, { x: 320, y: 180 });
        await until(() => client().requests("tap").length === 1, "a tap");
        expectEqual(picture.asked, [], "what it asked for");
    });
}

async function kioskTests(checks, browser, server, picture) {
    await checks.test("the kiosk page with ?picture shows it, takes a photo of it, and says when it has ended", async () => {
        await browser.go(`${server.address}/?picture`, size);
        await browser.until(`document.getElementById("picture").naturalWidth === ${natural.width} && !document.getElementById("shutter").disabled`);
        picture.asked = [];
        await browser.value(`document.getElementById("shutter").click()`);
        await until(() => picture.asked.includes("/picture.jpg"), "a photo");
        const message = "The picture has ended.";
        picture.isThere = false;
        server.clients.at(-1).say({ event: "picture", reason: "holderGone", message });
        picture.end();
        await browser.until(`!document.getElementById("message").hidden && document.getElementById("shutter").disabled`);
        picture.isThere = true;
        await browser.until(`document.getElementById("message").hidden && !document.getElementById("shutter").disabled`);
    });
}

export async function pictureTests(checks, browser, server) {
    const picture = new PlayedPicture(server, await coloured(browser, ["#f00", "#00f"]));
    await showingTests(checks, browser, server, picture);
    await photoTests(checks, browser, server, picture);
    await endTests(checks, browser, server, picture);
    await kioskTests(checks, browser, server, picture);
    picture.stop();
}
