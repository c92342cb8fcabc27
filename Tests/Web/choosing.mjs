// A page that shows several cameras chooses one by the browser's id: `tapfocus run` follows.
import { expectEqual } from "../Page/check.mjs";
import { until } from "./page.mjs";

const cameras = [{ name: "HD Webcam", path: "/dev/video0", used: true }, { name: "Document", path: "/dev/video2" }];
const device = { deviceId: "other", kind: "videoinput", label: "Document (1209:0002)" };
const offerOther = (browser) => browser.value(`void (MediaDevices.prototype.enumerateDevices = () => Promise.resolve([${JSON.stringify(device)}]))`);
const other = "{ video: { deviceId: { exact: 'other' } } }";

/** @param page opens a page with a played camera, and knows its requests. */
export async function choosingTests(checks, browser, page, daemon) {
    await refusalTests(checks, browser, page);
    await returnTests(checks, browser, page, daemon);
}

async function refusalTests(checks, browser, { open, client, call, begin }) {
    await checks.test("openCamera() with another deviceId has the daemon use that camera first, and does not open one that it cannot use", async () => {
        begin();
        await open();
        await browser.until("tapfocus.isConnected");
        await offerOther(browser);
        const answers = [
            { event: "error", request: "camera", message: "cannot switch" },
            { event: "status", state: "continuousAuto", camera: cameras[1] },
        ];
        for (const [index, answer] of answers.entries()) {
            const count = index + 1;
            await call(other);
            await until(() => client().requests("cameras").length === count, "the question for the cameras");
            client().say({ event: "cameras", cameras });
            await until(() => client().requests("camera").length === count, "the wish");
            expectEqual(client().requests("camera").at(-1).camera, "/dev/video2", "the camera");
            expectEqual(await browser.value("attempts.length"), 0, "attempts before the daemon has it");
            client().say(answer);
            if (count === 1) await browser.until("opened === 'NotReadableError'");
        }
        await browser.until("attempts.length === 1");
    });
}

async function returnTests(checks, browser, { open, client, call, begin }, daemon) {
    await checks.test("openCamera() of another camera that the browser refuses: the daemon turns back, and the picture before it is shown again", async () => {
        begin();
        await open();
        await call();
        await browser.until("opened === 'shown'");
        await offerOther(browser);
        await browser.value(`void (globalThis.former = picture.srcObject.getVideoTracks()[0].getSettings().deviceId,
            globalThis.isFree = () => attempts.at(-1).constraints.video.deviceId?.exact !== "other")`);
        daemon.knows = () => true;
        await call(other);
        await until(() => client().requests("cameras").length === 1, "the question for the cameras");
        client().say({ event: "cameras", cameras });
        for (const [count, camera] of [[1, cameras[1]], [2, cameras[0]]]) {
            await until(() => client().requests("camera").length === count, `the wish for ${camera.name}`);
            expectEqual([client().requests("camera").at(-1).camera, await browser.value("opened")], [camera.path, "waiting"], "the camera, and the promise");
            daemon.camera = camera;
            client().say(daemon.status());
        }
        await browser.until("opened !== 'waiting'");
        expectEqual(await browser.value(`[opened, attempts.at(-1).constraints.video.deviceId.exact === former,
            picture.srcObject.getVideoTracks()[0].readyState]`), ["NotReadableError", true, "live"], "the error, and what is shown");
    });
}
