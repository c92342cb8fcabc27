// The real programs: `tapfocus run --simulated`, and tapfocus-web before it.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { until, wait } from "./page.mjs";

/** A program that runs until it is stopped. What it says is kept. */
class Program {
    output = "";

    constructor(path, options) {
        this.child = spawn(path, options, { stdio: ["ignore", "pipe", "pipe"] });
        this.ended = new Promise((done) => this.child.once("exit", done));
        for (const stream of [this.child.stdout, this.child.stderr]) stream.on("data", (part) => { this.output += part; });
    }

    async stop(signal = "SIGTERM") {
        this.child.kill(signal);
        await this.ended;
    }
}

/** The folder of the pages, with pages of the tests in it, which obey the same policy. */
export function pagesFolder(built, scratch, files) {
    const folder = join(scratch, "pages");
    mkdirSync(folder, { recursive: true });
    cpSync(built, folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
}

/** The programs of one test, in a scratch folder of their own. */
export class Programs {
    constructor({ tapfocus, tapfocusWeb, scratch, pages }) {
        Object.assign(this, { tapfocus, tapfocusWeb, pages, scratch, socket: join(scratch, "socket"), daemon: null, web: null });
    }

    async startDaemon(options = []) {
        const files = ["--socket", this.socket, "--trace", join(this.scratch, "trace.jsonl")];
        this.daemon = new Program(this.tapfocus, ["run", "--simulated", "--touch", "none", "--motion", "none", "--json", ...files, ...options]);
        await this.control().then((control) => control.close());
    }

    async startWeb(options = []) {
        this.web = new Program(this.tapfocusWeb, ["--port", "0", "--socket", this.socket, "--pages", this.pages, ...options]);
        await until(() => /http:\/\/localhost:\d+/.test(this.web.output), () => `tapfocus-web says its address: ${this.web.output}`);
        [this.address] = /http:\/\/localhost:\d+/.exec(this.web.output);
    }

    /** A client of the control socket itself. */
    async control() {
        for (let count = 0; count < 500; count++) {
            const control = await Control.open(this.socket).catch(() => null);
            if (control !== null) return control;
            await wait(20);
        }
        throw new Error(`nothing answers at ${this.socket}: ${this.daemon?.output}`);
    }

    async stop() {
        await this.web?.stop();
        await this.daemon?.stop("SIGINT");
    }
}

export class Control {
    lines = [];

    static open(path) {
        return new Promise((done, fail) => {
            const socket = connect(path, () => done(new Control(socket)));
            socket.once("error", fail);
        });
    }

    constructor(socket) {
        this.socket = socket;
        let rest = "";
        socket.on("data", (part) => {
            const lines = (rest + part).split("\n");
            rest = lines.pop();
            for (const line of lines) this.lines.push({ ...JSON.parse(line), heard: Number(process.hrtime.bigint()) });
        });
    }

    send(request) { this.socket.write(`${JSON.stringify(request)}\n`); }

    events(name) { return this.lines.filter(({ event }) => event === name); }

    close() { this.socket.destroy(); }
}
