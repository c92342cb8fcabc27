// tapfocus.js and the kiosk page, in headless Chromium: node web-tests.mjs FOLDER [GROUP]...
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "../Page/browser.mjs";
import { Checks } from "../Page/check.mjs";
import { cameraFlags, writeCamera } from "./camera.mjs";
import { geometryTests } from "./geometry.mjs";
import { gestureTests } from "./gestures.mjs";
import { kioskTests } from "./kiosk.mjs";
import { lifeTests } from "./life.mjs";
import { Daemon, Server } from "./server.mjs";

const [folder, ...names] = process.argv.slice(2);
const groups = { geometry: geometryTests, gestures: gestureTests, life: lifeTests, kiosk: kioskTests };
const scratch = mkdtempSync(join(tmpdir(), "tapfocus-web-"));
const camera = join(scratch, "camera.y4m");
writeCamera(camera);
const checks = new Checks();
for (const [name, group] of Object.entries(groups)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const daemon = new Daemon();
    const server = await Server.start(folder, daemon.heard);
    const browser = await Browser.start(cameraFlags(camera));
    await group(checks, browser, server, daemon);
    await browser.stop();
    server.stop();
}
rmSync(scratch, { recursive: true, force: true });
checks.end();
