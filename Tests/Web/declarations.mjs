// tapfocus.d.ts declares what is public, and Documentation/BrowserModule.md explains it: members, events, options and words.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, expectEqual } from "../Page/check.mjs";

const found = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

export async function declarationTests(checks, browser, server) {
    const source = (name) => readFileSync(join(server.folder, name), "utf8");
    const declarations = source("tapfocus.d.ts");
    const explained = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../../Documentation/BrowserModule.md"), "utf8");
    /** The names that an interface or a class declares. */
    const declared = (type, pattern = /^ {4}(?:readonly )?(\w+)\??(?=[(:])/gm) => {
        const text = declarations.slice(declarations.indexOf(` ${type} `));
        return found(text.slice(0, text.indexOf("\n}")), pattern);
    };
    const expectExplained = (names) => {
        const missing = names.filter((name) => !new RegExp(`\`(await )?${name}\\b|, ${name}\\b`).test(explained));
        expectEqual(missing, [], "without a word in the documentation");
    };

    await checks.test("tapfocus.d.ts declares what is public, and nothing else", async () => {
        const members = await browser.value(`(() => {
            const own = Object.getPrototypeOf(tapfocus);
            const names = [own, Object.getPrototypeOf(own)].flatMap((type) => Object.getOwnPropertyNames(type));
            return [...new Set([...names, ...Object.keys(tapfocus)])].filter((name) => name !== "constructor").sort();
        })()`);
        const own = declared("TapFocus").filter((name) => !["constructor", "addEventListener", "removeEventListener"].includes(name));
        expectEqual(members, own, "public members");
        expectExplained(own);
    });

    await checks.test("tapfocus.d.ts declares the events that are told", () => {
        const events = [...found(source("tapfocus.js"), /#tell\("(\w+)"/g), "lock", "picture", "relit", "shutter", "zoom"].sort();
        expect(events.length > 4, `${events}`);
        expectEqual(declared("TapFocusEvents"), events, "events");
        expectExplained(events);
    });

    await checks.test("tapfocus.d.ts declares the options that are read", () => {
        const text = source("tapfocus.js") + source("tapfocus-hold.js");
        const lists = found(text, /const \{([^}]*)\} = this\.#options/g).join();
        const options = new Set(["picture", ...found(text, /#options\.(\w+)/g), ...found(lists.replace(/=[^,]*/g, ""), /(\w+)/g)]);
        expectEqual(declared("TapFocusOptions"), [...options].sort(), "options");
        expectExplained([...options]);
    });

    await checks.test("tapfocus.d.ts declares the words", async () => {
        const words = await browser.value(`import("/tapfocus-look.js").then(({ defaultWords }) => Object.keys(defaultWords).sort())`);
        expectEqual(declared("Words", /(\w+)(?=: string)/g), words, "words");
    });
}
