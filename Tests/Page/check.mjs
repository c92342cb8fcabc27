// Tests with names, and what they need: files in a scratch folder, and pages of traces.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const folder = dirname(fileURLToPath(import.meta.url));
export const demo = readFileSync(join(folder, "demo.jsonl"), "utf8");

/** Counts what passed and what failed. */
export class Checks {
    passed = 0;
    failed = 0;
    #scratch = mkdtempSync(join(tmpdir(), "tapfocus-pages-"));

    constructor(program, engine) { Object.assign(this, { program, engine }); }

    async test(name, body) {
        try {
            await body();
            this.passed += 1;
            console.log(`passed: ${name}`);
        } catch (error) {
            this.failed += 1;
            console.log(`FAILED: ${name}: ${error.message}`);
        }
    }

    /** The page of a trace, written by the program. Status 1 is that of a damaged trace; null: 0 or 1. */
    page(name, text, { hasEngine = true, status = 0 } = {}) {
        const [trace, page] = [join(this.#scratch, name), join(this.#scratch, `${name}.html`)];
        writeFileSync(trace, text);
        const engine = hasEngine ? ["--engine", this.engine] : [];
        let found = 0;
        try {
            execFileSync(this.program, ["trace", "view", trace, "-o", page, ...engine], { stdio: ["ignore", "ignore", "pipe"] });
        } catch (error) {
            found = error.status;
            const isAsWanted = status === null ? found === 1 : found === status;
            if (!isAsWanted) throw new Error(`trace view ended with ${found}: ${error.stderr}`);
        }
        expect(status === null || found === status, `trace view ended with ${found}, not ${status}`);
        return page;
    }

    end() {
        rmSync(this.#scratch, { recursive: true, force: true });
        if (this.passed + this.failed > 0) console.log(`page: ${this.passed} passed, ${this.failed} failed`);
        process.exit(this.failed === 0 ? 0 : 1);
    }
}

export function expect(isTrue, words) {
    if (!isTrue) throw new Error(words);
}

export function expectEqual(found, wanted, words) {
    const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (left !== right) throw new Error(`${words}: ${left?.slice(0, 400)} is not ${right?.slice(0, 400)}`);
}

/** The demo again and again, each time a session that begins when the one before has ended: `count` lines at least. */
export function longTrace(count) {
    const lines = demo.trimEnd().split("\n");
    const length = 24_000_000_000;
    const parts = [];
    for (let shift = 0; parts.length * lines.length < count; shift += length) {
        const later = (_, key, time) => `"${key}":${Number(time) + shift}`;
        parts.push([lines[0], ...lines.slice(1).map((line) => line.replace(/"(t|deadline|captured)":(\d+)/g, later))].join("\n"));
    }
    return parts.join("\n") + "\n";
}
