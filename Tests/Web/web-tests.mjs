// tapfocus.js and the kiosk page, in headless Chromium: node web-tests.mjs FOLDER [NAME]...
import { Checks } from "../Page/check.mjs";
import { Browser } from "../Page/browser.mjs";
import { Daemon, Server } from "./server.mjs";
import { geometryTests } from "./geometry.mjs";

const [folder, ...names] = process.argv.slice(2);
const groups = { geometry: geometryTests };
const checks = new Checks();
for (const [name, group] of Object.entries(groups)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const daemon = new Daemon();
    const server = await Server.start(folder, daemon.heard);
    const browser = await Browser.start();
    await group(checks, browser, server, daemon);
    await browser.stop();
    server.stop();
}
checks.end();
