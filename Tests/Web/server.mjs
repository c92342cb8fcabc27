// An HTTP server for the files of a folder and for pages of the tests, and a WebSocket (RFC 6455) behind which a test plays the
// daemon.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** The headers of tapfocus-web that restrict a page; a test of the group end-to-end compares them with its answers. */
export const restrictions = (host) => ({
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
        `img-src 'self' blob: data:; media-src 'self' blob: mediastream:; connect-src 'self' ws://${host} wss://${host}; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), display-capture=()",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
});

/** CLOCK_MONOTONIC in ns, as the daemon's lines have it. */
export const now = () => Number(process.hrtime.bigint());

/** A WebSocket's messages, from the bytes that have come; as many as are whole. */
function* messages(socket) {
    for (;;) {
        const { rest } = socket;
        if (rest.length < 2) return;
        let [length, start] = [rest[1] & 0x7f, 2];
        if (length === 126) [length, start] = [rest.length < 4 ? Infinity : rest.readUInt16BE(2), 4];
        else if (length === 127) throw new Error("a message of more than 64 KiB");
        if (rest.length < start + 4 + length) return;
        const mask = rest.subarray(start, start + 4);
        const body = Buffer.from(rest.subarray(start + 4, start + 4 + length)).map((byte, index) => byte ^ mask[index & 3]);
        socket.rest = rest.subarray(start + 4 + length);
        yield { code: rest[0] & 0x0f, body };
    }
}

function framed(code, body) {
    const head = body.length < 126 ? Buffer.from([0x80 | code, body.length]) : Buffer.from([0x80 | code, 126, body.length >> 8, body.length & 255]);
    return Buffer.concat([head, body]);
}

/** One page's connection, as the played daemon sees it. */
class Client {
    lines = [];

    constructor(socket, heard, ended) {
        Object.assign(this, { socket, heard, rest: Buffer.alloc(0), isOpen: true });
        socket.on("data", (part) => {
            this.rest = Buffer.concat([this.rest, part]);
            for (const { code, body } of messages(this)) this.#take(code, body);
        });
        socket.on("close", () => {
            this.isOpen = false;
            ended(this);
        });
        socket.on("error", () => {});
    }

    #take(code, body) {
        if (code === 8) return this.close();
        if (code !== 1) return;
        const request = JSON.parse(body.toString());
        this.lines.push({ ...request, arrived: now() });
        this.heard(request, this);
    }

    say(event) { this.sayLine(JSON.stringify({ time: now(), ...event })); }

    /** A line as it is, which need not be JSON. */
    sayLine(line) { if (this.isOpen) this.socket.write(framed(1, Buffer.from(line))); }

    close(code = 1000, reason = "") {
        if (!this.isOpen) return;
        this.socket.write(framed(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)])));
        this.socket.end();
        this.isOpen = false;
    }

    /** Closes without a word, as a crash does. */
    drop() { this.socket.destroy(); }

    requests(name) { return this.lines.filter(({ request }) => request === name); }
}

export class Server {
    clients = [];
    pages = new Map();
    /** Answers of the tests' own, by their paths: functions of a request and its response. */
    answers = new Map();
    isRefusing = false;
    /** WebSockets that were refused. */
    refusals = 0;
    heard = () => {};

    static async start(folder, heard) {
        const server = new Server();
        server.folder = folder;
        if (heard) server.heard = heard;
        server.http = createServer((request, response) => server.#answer(request, response));
        server.http.on("upgrade", (request, socket) => server.#upgrade(request, socket));
        await new Promise((done) => server.http.listen(0, "127.0.0.1", done));
        server.address = `http://localhost:${server.http.address().port}`;
        return server;
    }

    #answer(request, response) {
        const path = new URL(request.url, "http://localhost").pathname;
        const answer = this.answers.get(path);
        if (answer !== undefined) return answer(request, response);
        const own = this.pages.get(path);
        const file = join(this.folder, normalize(path === "/" ? "/index.html" : path));
        if (own === undefined && !existsSync(file)) return response.writeHead(404).end();
        const headers = { "Content-Type": types[extname(own === undefined ? file : path)] ?? "text/html", "Cache-Control": "no-store" };
        // Modules may be used by pages from elsewhere.
        headers["Access-Control-Allow-Origin"] = "*";
        if (own === undefined) Object.assign(headers, restrictions(request.headers.host));
        response.writeHead(200, headers).end(own ?? readFileSync(file));
    }

    #upgrade(request, socket) {
        if (this.isRefusing) {
            this.refusals += 1;
            return socket.destroy();
        }
        const key = createHash("sha1").update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
        socket.setNoDelay(true);
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`);
        const client = new Client(socket, (line, from) => this.heard(line, from), (gone) => {
            this.clients = this.clients.filter((other) => other !== gone);
        });
        client.url = request.url;
        client.origin = request.headers.origin;
        this.clients.push(client);
    }

    stop() {
        for (const client of this.clients) client.drop();
        this.http.close();
        this.http.closeAllConnections();
    }
}

/** Answers as `tapfocus run` does, for a camera that one client can hold. */
export class Daemon {
    state = { state: "continuousAuto", point: null, cause: "start", rule: "start" };
    compensation = 0;
    /** True while a tap settles. */
    settling = false;
    /** As a status names it. */
    camera = null;
    /** True while a light is on. */
    isLit = false;
    /** True for the names of that camera; others are refused. */
    knows = () => true;
    holder = null;
    refusesCompensation = false;
    /** Called in place of the answer to a reservation that takes its time. */
    hesitates = null;

    status() {
        const { compensation, settling, camera, isLit } = this;
        const light = isLit ? { light: true } : {};
        return { event: "status", ...this.state, ...light, moved: false, settling, compensation, missingCompensation: 0, camera };
    }

    heard = (line, client) => {
        switch (line.request) {
            case "watch": case "status": client.say(this.status()); break;
            case "show-view": case "view": case "send-taps": client.say(this.status()); break;
            case "compensate":
                if (this.refusesCompensation) return client.say({ event: "error", request: "compensate", message: "no exposure to compensate" });
                this.compensation = line.ev;
                client.say({ event: "compensation", ev: line.ev });
                client.say(this.status());
                break;
            case "hold-frames":
                this.#hold(line, client);
                break;
            default: break;
        }
    };

    #hold({ camera, width }, client) {
        const refuse = (message) => client.say({ event: "error", request: "hold-frames", message });
        if (this.holder !== null && this.holder !== client && this.holder.isOpen) return refuse("the frames are held by another connection");
        if (!this.knows(camera)) return refuse(`cannot hold the frames of "${camera}": this tapfocus has the camera Played (/dev/video0). Name that one.`);
        this.holder = client;
        const answer = () => client.say({ event: "held", camera, measures: width !== undefined });
        if (this.hesitates) this.hesitates(answer); else answer();
    }
}
