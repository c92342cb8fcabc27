// A page that shows several cameras chooses one by the browser's id: `tapfocus run` follows.
import { expectEqual } from "../Page/check.mjs";
import { until } from "./page.mjs";

/** @param page opens a page with a played camera, and knows its requests. */
export async function choosingTests(checks, browser, { open, client, call, begin }) {
    await checks.test("openCamera() with another deviceId has the daemon use that camera first, and does not open one that it cannot use", async () => {
        begin();
        await open();
        await browser.until("tapfocus.isConnected");
        const device = { deviceId: "other", kind: "videoinput", label: "Document (1209:0002)" };
        await browser.value(`void (MediaDevices.prototype.enumerateDevices = () => Promise.resolve([${JSON.stringify(device)}]))`);
        const cameras = [{ name: "HD Webcam", path: "/dev/video0", used: true }, { name: "Document", path: "/dev/video2" }];
        const answers = [
            { event: "error", request: "camera", message: "cannot switch" },
            { event: "status", state: "continuousAuto", camera: cameras[1] },
        ];
        for (const [index, answer] of answers.entries()) {
            const count = index + 1;
            await call("{ video: { deviceId: { exact: 'other' } } }");
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
