// tapfocus.js and the kiosk page, in headless Chromium: node web-tests.mjs FOLDER [GROUP]...
// TAPFOCUS and TAPFOCUS_WEB name the programs for the group "end-to-end".
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "../Page/browser.mjs";
import { Checks } from "../Page/check.mjs";
import { cameraTests } from "./camera.mjs";
import { cameraFlags, writeCamera } from "./camera-file.mjs";
import { endToEndTests } from "./end-to-end.mjs";
import { geometryTests } from "./geometry.mjs";
import { gestureTests } from "./gestures.mjs";
import { holdTests } from "./hold.mjs";
import { kioskTests } from "./kiosk.mjs";
import { lifeTests } from "./life.mjs";
import { pictureTests } from "./picture.mjs";
import { Daemon, Server } from "./server.mjs";
import { simulatedTests } from "./simulated.mjs";

const [folder, ...names] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "tapfocus-web-"));
const camera = join(scratch, "camera.y4m");
const checks = new Checks();

/** A group with a played daemon. */
const played = (group) => async (browser) => {
    const daemon = new Daemon();
    const server = await Server.start(folder, daemon.heard);
    await group(checks, browser, server, daemon);
    server.stop();
};
const endToEnd = (browser) => endToEndTests(checks, browser, {
    tapfocus: process.env.TAPFOCUS, tapfocusWeb: process.env.TAPFOCUS_WEB, built: folder, scratch: join(scratch, "end-to-end"),
});
const groups = {
    hold: () => holdTests(checks),
    geometry: played(geometryTests), gestures: played(gestureTests), life: played(lifeTests), camera: played(cameraTests),
    kiosk: played(kioskTests), picture: played(pictureTests), simulated: played(simulatedTests),
    "end-to-end": endToEnd,
};

// One after the other: what one group computes would delay another one of the same process. Scripts/stages/web starts a process for each.
const left = names.length > 0 ? names : Object.keys(groups);
for (const name of left) {
    if (groups[name] === undefined) throw new Error(`there is no group ${name}: ${Object.keys(groups).join(", ")}`);
}

writeCamera(camera);
for (const name of left) {
    const browser = await Browser.start(cameraFlags(camera));
    await groups[name](browser);
    await browser.stop();
}
rmSync(scratch, { recursive: true, force: true });
checks.end();
