// The picture of a program that holds the camera, through the real tapfocus-web to the kiosk page. The program is played here.
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, expectEqual } from "../Page/check.mjs";
import { tapAt, until } from "./page.mjs";
import { coloured, natural } from "./picture.mjs";
import { now } from "./server.mjs";

const size = { width: 1000, height: 700 };

/** Gives one frame again and again at a picture socket, as tapfocuscamera does. */
class Holder {
    readers = new Set();

    static async listen(path, jpeg) {
        const holder = new Holder();
        holder.path = path;
        holder.server = createServer((socket) => {
            holder.readers.add(socket);
            socket.on("close", () => holder.readers.delete(socket));
            socket.on("error", () => {});
            socket.resume();
        });
        await new Promise((done) => holder.server.listen(path, done));
        holder.timer = setInterval(() => holder.#send(jpeg), 50);
        return holder;
    }

    #send(jpeg) {
        const captured = Math.round(now() / 1000);
        const head = `--tapfocus\r\nContent-Type: image/jpeg\r\nContent-Length: ${jpeg.length}\r\nX-Captured: ${captured}\r\n\r\n`;
        for (const socket of this.readers) socket.write(Buffer.concat([Buffer.from(head), jpeg, Buffer.from("\r\n")]));
    }

    /** Ends as a program does that is killed. */
    async end() {
        clearInterval(this.timer);
        const closed = new Promise((done) => this.server.close(done));
        for (const socket of this.readers) socket.destroy();
        await closed;
        rmSync(this.path, { force: true });
    }
}

export async function heldPictureTests(checks, browser, { programs, scratch }) {
    await checks.test("end to end: the kiosk page shows a holder's picture, takes its photo, says its end, and shows it again", async () => {
        const path = join(scratch, "picture");
        const [jpeg] = await coloured(browser, ["#f00"]);
        await programs.web.stop();
        await programs.startWeb(["--picture", path]);
        let holder = await Holder.listen(path, jpeg);
        await browser.go(`${programs.address}/?picture`, size);
        const isShown = `document.getElementById("picture")?.naturalWidth === ${natural.width}`;
        await browser.until(`globalThis.tapfocus?.isConnected === true && ${isShown}`);
        expectEqual(holder.readers.size, 1, "connections to the holder");
        await browser.value(`globalThis.told = []; tapfocus.addEventListener("settled", ({ detail }) => told.push(detail));`);
        await tapAt(browser, { x: 420, y: 300 });
        await browser.until("told.length > 0");
        const photo = await browser.value(`tapfocus.takePhoto().then(async (photo) => {
            const { width, height } = await createImageBitmap(photo);
            return { type: photo.type, width, height };
        })`);
        expectEqual(photo, { type: "image/jpeg", ...natural }, "the photo");
        await holder.end();
        await browser.until(`document.getElementById("message").textContent.startsWith("The picture ")`);
        expect(await browser.value(`!document.getElementById("message").hidden && document.getElementById("shutter").disabled`), "it says so");
        holder = await Holder.listen(path, jpeg);
        await browser.until(`${isShown} && document.getElementById("message").hidden`);
        await browser.go("about:blank");
        await until(() => holder.readers.size === 0, "the holder is left with the page");
        await holder.end();
    });
}
