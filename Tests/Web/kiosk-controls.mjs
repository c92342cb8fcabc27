// What the kiosk page shows of a phone's camera: the button of the light.
import { expectEqual } from "../Page/check.mjs";
import { isReady } from "./kiosk-page.mjs";
import { until } from "./page.mjs";

const openPage = async (browser, server, daemon, query) => {
    daemon.holder = null;
    await browser.go(`${server.address}/${query}`, { width: 1280, height: 800 });
    await browser.until(isReady);
    return server.clients.at(-1);
};

export async function controlTests(checks, browser, server, daemon) {
    await checks.test("the light's button shows what the daemon says, also after a connection that broke with the light on", async () => {
        const client = await openPage(browser, server, daemon, "?lamp");
        const isPressed = (value) => browser.until(`document.getElementById("light").getAttribute("aria-pressed") === "${value}"`);
        await browser.value("document.getElementById('light').click()");
        await until(() => client.requests("lamp").length === 1, "the wish");
        expectEqual(client.requests("lamp")[0].level, 1, "the level");
        daemon.isLit = true;
        client.say({ event: "relit", on: true, exposure: null });
        await isPressed(true);
        // Its own light ends with its connection.
        daemon.isLit = false;
        client.drop();
        await isPressed(false);
        await browser.until("tapfocus.isConnected");
        // Somebody else lights it, and another status tells the page.
        for (const isLit of [true, false]) {
            daemon.isLit = isLit;
            server.clients.at(-1).say(daemon.status());
            await isPressed(isLit);
            expectEqual(await browser.value("tapfocus.isLit"), isLit, "told");
        }
    });
}
