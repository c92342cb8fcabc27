// What the kiosk page shows of a phone's camera: the button of the light, and the long press where the address allows it.
import { expectEqual } from "../Page/check.mjs";
import { isReady } from "./kiosk-page.mjs";
import { pressAt, tapAt, until } from "./page.mjs";

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

    await checks.test("a press that lasts locks only where the address says so: visitors rest their fingers", async () => {
        for (const [query, locks] of [["", 0], ["?longPress", 1]]) {
            const client = await openPage(browser, server, daemon, query);
            await pressAt(browser, { x: 500, y: 300 }, 1000);
            // A tap after it says that the press is over.
            await tapAt(browser, { x: 300, y: 200 });
            await until(() => client.requests("tap").length === 1, "the tap after it");
            expectEqual(client.requests("lock").map(({ taps }) => taps), Array(locks).fill("end"), `locks with "${query}"`);
        }
    });
}
