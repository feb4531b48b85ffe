import { expect, test } from "@playwright/test";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

test("an operator who stays signed in is not told otherwise at the stream's first heartbeat", async () => {
  const panel = await startPanel();
  try {
    const client = await PanelClient.signIn(panel);
    const { body } = await client.fetch("/api/panel/config/events");
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (/^: still here|^event: signed-out/m.test(text)) break;
    }
    expect(text).toMatch(/^: still here/m);
    expect(text).not.toContain("signed-out");
  } finally {
    await panel.dispose();
  }
});
