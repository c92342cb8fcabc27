// The connection to tapfocus-web: lines in both directions, opened again and again with growing pauses.

/** Waits between two attempts, in ms: from the first to the longest, doubled each time. */
const firstPause = 500;
const longestPause = 10_000;
/** This many attempts in a row have to fail before it is reported: the first may meet a tapfocus-web that is just starting. */
const refusalsToTell = 2;

/** The names under which a tapfocus-web accepts its own pages without an option: localhost, and addresses. */
const ownNames = /^(localhost|[\d.]+|\[.*\])$/;

/** The default address: where this module came from, or this machine when that was no server. */
export function socketAddress(url, token) {
    const own = import.meta.url.startsWith("http") ? new URL("/socket", import.meta.url) : "ws://localhost:8722/socket";
    const address = new URL(url ?? own, globalThis.location?.href);
    if (address.protocol.startsWith("http")) address.protocol = address.protocol.replace("http", "ws");
    if (token !== undefined && token !== null) address.searchParams.set("token", token);
    return address.href;
}

/** The likely causes when a WebSocket never opens. The browser gives a page neither the status nor the words of the answer. */
function refusalOf(address) {
    // A page from a file has no origin, although it has a location.
    const [origin, { protocol, host, hostname }] = [globalThis.origin, globalThis.location];
    const shown = new URL(address);
    const hasToken = shown.searchParams.has("token");
    shown.searchParams.delete("token");
    const causes = ["nothing runs there: start tapfocus-web"];
    if (origin === "null") causes.push("this page has no origin, and is refused: serve it by http");
    else if (protocol !== "http:" || host !== shown.host || !ownNames.test(hostname)) causes.push(`it refuses pages of ${origin}: start it with --allow-origin ${origin}`);
    causes.push(hasToken ? "the option token is not the word in its --token-file" : "it has a --token-file, whose word is missing here as the option token");
    return `cannot connect to ${shown.href}, and tries again. Either ${causes.join(". Or ")}. ` +
        "The browser's console and tapfocus-web's standard error say which";
}

/** A WebSocket as a transport: one text message is one line. */
class SocketTransport {
    constructor(address) {
        this.socket = new WebSocket(address);
        this.socket.onopen = () => this.onopen?.();
        this.socket.onmessage = ({ data }) => this.online?.(data);
        this.socket.onclose = ({ code, reason }) => this.onclose?.(code, reason);
    }

    /** @returns false while it closes, which its owner may hear later: the browser would throw the line away, and complain. */
    send(line) {
        if (this.socket.readyState !== WebSocket.OPEN) return false;
        this.socket.send(line);
        return true;
    }

    close() { this.socket.close(1000); }
}

export class Connection {
    #transport = null;
    #isOpen = false;
    #timer = null;
    #failures = 0;
    /** Attempts in a row that never opened. */
    #refusals = 0;
    /** Those who wait to know whether anybody answers. */
    #waiting = [];
    #hasAnswered = false;

    /**
     * @param address of the WebSocket; not used with a `given` transport, which its maker opens.
     * @param listener has `opened()`, `heard(event)` and `closed(reason)`, which also tells why it cannot be opened.
     */
    constructor(address, given, listener) { Object.assign(this, { address, given, listener }); }

    get isOpen() { return this.#isOpen; }

    open() {
        if (this.#transport !== null || this.#timer !== null) return;
        this.#failures = 0;
        this.#connect();
    }

    /** Closes it, which ends everything that was asked for on it, and opens it again. A given transport cannot be opened again. */
    restart() {
        if (this.given !== undefined || this.#transport === null) return;
        this.close();
        this.open();
    }

    /** Waits until it is clear whether anybody answers: true with the first line; false while nothing is connected. */
    answered() {
        if (this.#hasAnswered || this.#transport === null) return Promise.resolve(this.#hasAnswered);
        return new Promise((done) => this.#waiting.push(done));
    }

    #tellWaiting(hasAnswered) {
        this.#hasAnswered = hasAnswered;
        for (const done of this.#waiting.splice(0)) done(hasAnswered);
    }

    /** Closes it on purpose: it is not opened again by itself. */
    close() {
        clearTimeout(this.#timer);
        this.#timer = null;
        const transport = this.#transport;
        if (transport === null) return;
        this.#forget("");
        transport.close();
    }

    /** @returns false when nothing is connected. */
    send(request) {
        if (!this.#isOpen) return false;
        // A transport that was given need not answer.
        return this.#transport.send(JSON.stringify(request)) !== false;
    }

    #connect() {
        this.#timer = null;
        let transport;
        try {
            transport = this.given ?? new SocketTransport(this.address);
        } catch (error) {
            // The page's policy, or https, forbids the address. The listener may close the connection for good.
            this.#retry();
            return this.listener.closed(`${this.address} cannot be opened: ${error.message}`);
        }
        this.#transport = transport;
        const ifCurrent = (body) => (...values) => { if (this.#transport === transport) body(...values); };
        transport.onopen = ifCurrent(() => {
            this.#isOpen = true;
            this.#refusals = 0;
            this.listener.opened();
        });
        transport.online = ifCurrent((line) => this.#hear(line));
        transport.onclose = ifCurrent((code, reason) => {
            const wasOpen = this.#isOpen;
            // Before the listener is called, which may close it for good.
            if (this.given === undefined) this.#retry();
            this.#forget(reason ?? "");
            if (this.given === undefined && !wasOpen) this.#refused();
        });
    }

    #forget(reason) {
        const wasOpen = this.#isOpen;
        Object.assign(this.#transport, { onopen: null, online: null, onclose: null });
        this.#transport = null;
        this.#isOpen = false;
        this.#tellWaiting(false);
        if (wasOpen) this.listener.closed(reason);
    }

    #refused() {
        this.#refusals += 1;
        if (this.#refusals === refusalsToTell) this.listener.closed(refusalOf(this.address));
    }

    /** The pause is cut by up to a half, so that many pages do not come back at the same moment. */
    #retry() {
        const pause = Math.min(firstPause * 2 ** this.#failures, longestPause);
        this.#failures += 1;
        this.#timer = setTimeout(() => this.#connect(), pause * (0.5 + Math.random() / 2));
    }

    #hear(line) {
        // tapfocus-web accepts a connection before it knows whether there is a daemon. A line says that there is.
        this.#failures = 0;
        let event;
        try {
            event = JSON.parse(line);
        } catch {
            return;
        }
        if (event === null || typeof event !== "object") return;
        // Before the listener is called, which may open another connection.
        this.#tellWaiting(true);
        this.listener.heard(event);
    }
}
