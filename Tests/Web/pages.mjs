// Pages beside each other: hidden ones let go of the frames, visible ones wait for them.
import { expect } from "../Page/check.mjs";
import { isHeld, openVideo, until } from "./page.mjs";

export async function pageTests(checks, browser, server, daemon) {
    const open = () => openVideo(browser, server);

    await checks.test("a hidden page lets go of the frames, the page before it takes them, and back", async () => {
        await open();
        const [first] = server.clients.slice(-1);
        await until(() => daemon.holder === first, "the first page holds the frames");
        const { targetId } = await browser.command("Target.createTarget", { url: `${server.address}/test.html` }, null);
        await browser.until("document.visibilityState === 'hidden'");
        await until(() => !first.isOpen && daemon.holder !== first && isHeld(daemon.holder), "the second page holds the frames");
        const second = daemon.holder;
        await browser.command("Target.closeTarget", { targetId }, null);
        await browser.until("document.visibilityState === 'visible' && tapfocus.isConnected");
        await until(() => !second.isOpen && isHeld(daemon.holder), "the first page holds them again");
        await until(() => daemon.holder.requests("show-view").length === 1, "it shows its view");
    });

    await checks.test("of two visible pages the second waits, works otherwise, and gets the frames when the first goes", async () => {
        const first = daemon.holder;
        const { targetId } = await browser.command("Target.createTarget", { url: `${server.address}/test.html`, newWindow: true }, null);
        await until(() => server.clients.length === 2 && server.clients[1].requests("hold-frames").length >= 1, "the second page asks");
        const second = server.clients[1];
        expect(first.isOpen && daemon.holder === first, "the first page still holds");
        await browser.go("about:blank");
        await until(() => daemon.holder === second, "the second page holds the frames");
        await browser.command("Target.closeTarget", { targetId }, null);
    });
}
