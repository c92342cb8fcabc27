// Drives headless Chromium through a pipe, by the DevTools protocol, without any package.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A browser with one page. */
export class Browser {
    /**
     * @param more flags: a camera from a file, for instance. `errors` is where its messages go, a file's descriptor; `patience` is
     * the longest time in which a command is answered, ms.
     */
    static async start(more = [], { errors = "ignore", patience } = {}) {
        const program = process.env.CHROMIUM ?? "chromium";
        const profile = mkdtempSync(join(tmpdir(), "tapfocus-page-"));
        const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe", ...more];
        const stdio = ["ignore", "ignore", errors, "pipe", "pipe"];
        const child = spawn(program, [...flags, `--user-data-dir=${profile}`, "about:blank"], { stdio });
        await new Promise((begun, failed) => child.once("spawn", begun).once("error", failed)).catch((error) => {
            rmSync(profile, { recursive: true, force: true });
            throw new Error(`${program} does not start: ${error.message}. Scripts/dependencies test installs it.`);
        });
        const browser = new Browser(child, profile);
        browser.patience = patience;
        const { targetInfos } = await browser.command("Target.getTargets", {}, null);
        const page = targetInfos.find(({ type }) => type === "page");
        const { sessionId } = await browser.command("Target.attachToTarget", { targetId: page.targetId, flatten: true }, null);
        browser.session = sessionId;
        for (const domain of ["Page", "Runtime", "Network", "Log"]) await browser.command(`${domain}.enable`);
        return browser;
    }

    constructor(child, profile) {
        Object.assign(this, { child, profile, session: undefined, number: 0, waiting: new Map(), complaints: [], requests: [] });
        let rest = Buffer.alloc(0);
        child.stdio[4].on("data", (part) => {
            rest = Buffer.concat([rest, part]);
            for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
                this.take(JSON.parse(rest.subarray(0, end).toString()));
                rest = rest.subarray(end + 1);
            }
        });
        child.on("error", (error) => {
            throw new Error(`chromium does not start: ${error.message}. Scripts/dependencies test installs it.`);
        });
        child.on("exit", (code, signal) => {
            this.ended = new Error(`chromium has ended: ${signal ?? code}`);
            for (const { reject } of this.waiting.values()) reject(this.ended);
        });
    }

    take(message) {
        if (message.id !== undefined) {
            const { resolve, reject } = this.waiting.get(message.id);
            this.waiting.delete(message.id);
            if (message.error) reject(new Error(`${message.error.message}`)); else resolve(message.result);
            return;
        }
        const { method, params } = message;
        const details = params.exceptionDetails;
        if (method === "Runtime.exceptionThrown") this.complaints.push(details.exception?.description ?? details.text);
        if (method === "Runtime.consoleAPICalled") this.complaints.push(`console.${params.type}`);
        if (method === "Log.entryAdded" && params.entry.level !== "verbose") this.complaints.push(params.entry.text);
        if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    }

    command(method, params = {}, session = this.session) {
        if (this.ended !== undefined) return Promise.reject(this.ended);
        const id = ++this.number;
        const message = session ? { id, method, params, sessionId: session } : { id, method, params };
        this.child.stdio[3].write(`${JSON.stringify(message)}\0`);
        const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
        if (this.patience === undefined) return answer;
        return new Promise((resolve, reject) => {
            const words = `${method}: no answer after ${this.patience / 1000} s`;
            const timer = setTimeout(() => reject(new Error(words)), this.patience);
            answer.then(resolve, reject).finally(() => clearTimeout(timer));
        });
    }

    /** Opens a file, and waits until the page has read its trace. */
    async open(file, size) {
        await this.go(pathToFileURL(file).href, size);
        const isOpen = "document.documentElement?.dataset.opened !== undefined";
        await this.until(`${isOpen} || document.getElementById("message")?.textContent.startsWith("This page could")`);
    }

    /** Goes to an address, on a screen of this size. */
    async go(url, { width = 1440, height = 900, isPhone = false, isDark = false, isReduced = false } = {}) {
        Object.assign(this, { complaints: [], requests: [] });
        const scale = isPhone ? 2 : 1;
        await this.command("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile: isPhone });
        await this.command("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
        const features = [
            { name: "prefers-color-scheme", value: isDark ? "dark" : "light" },
            { name: "prefers-reduced-motion", value: isReduced ? "reduce" : "no-preference" },
        ];
        await this.command("Emulation.setEmulatedMedia", { features });
        await this.command("Page.navigate", { url });
    }

    /** The value of an expression in the page. */
    async value(expression) {
        const order = { expression, returnByValue: true, awaitPromise: true };
        const { result, exceptionDetails: details } = await this.command("Runtime.evaluate", order);
        if (details) throw new Error(`${expression}: ${details.exception?.description ?? details.text}`);
        return result.value;
    }

    /** Waits until an expression is true; a minute at the longest. */
    async until(expression) {
        const deadline = Date.now() + 60_000;
        for (;;) {
            // A page that is just being replaced answers with an error.
            if (await this.value(expression).catch(() => false)) return;
            if (Date.now() > deadline) throw new Error(`after a minute it is not so: ${expression}`);
            await new Promise((done) => setTimeout(done, 20));
        }
    }

    /** Waits until what was asked for is drawn. */
    frame() { return this.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"); }

    /** Presses a key: "a", "ArrowLeft", or with Shift. */
    async press(key, { shift = false } = {}) {
        const codes = { ArrowLeft: 37, ArrowRight: 39, Enter: 13, Escape: 27, Home: 36, End: 35, " ": 32 };
        const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
        const code = codes[key] ?? key.toUpperCase().charCodeAt(0);
        const event = { key, text, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0 };
        await this.command("Input.dispatchKeyEvent", { type: "keyDown", ...event });
        await this.command("Input.dispatchKeyEvent", { type: "keyUp", ...event, text: undefined });
        await this.frame();
    }

    async click(x, y) {
        for (const type of ["mousePressed", "mouseReleased"]) {
            await this.command("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
        }
        await this.frame();
    }

    async type(text) {
        await this.command("Input.insertText", { text });
        await this.frame();
    }

    /** A picture of what is in sight, as PNG. */
    async picture() {
        const { data } = await this.command("Page.captureScreenshot", { format: "png" });
        return Buffer.from(data, "base64");
    }

    async stop() {
        const ended = this.ended ?? new Promise((done) => this.child.once("exit", done));
        await this.command("Browser.close", {}, null).catch(() => {});
        await ended;
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
