// @vitest-environment happy-dom
// Needs a process of its own: the toaster and the event stream belong to the whole page.
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { isLeaving, leave } from "@/components/shell/connection/own-session";
import { Toaster } from "@/components/ui/toaster";
import { panelAnswer } from "@/testing/panel-answer";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { FileEvents } from "./file-events";
// `Toaster` loads this module for the first toast. Loaded here in advance, so that no test waits for the import.
import "@/components/ui/toaster-host";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("the notice of an ended session disappears once this operator has signed in in another tab", async () => {
  const streams: EventTarget[] = [];
  vi.stubGlobal("navigator", { userAgent: "" });
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      constructor() {
        super();
        streams.push(this);
      }
      close(): void {}
    },
  );
  // The operator signs out, but stops the browser from leaving the page.
  vi.stubGlobal("fetch", async () => Response.json({ csrfToken: "c", url: location.href }));
  await leave();
  let status = 401;
  vi.stubGlobal("fetch", () => Promise.resolve(panelAnswer({}, { status })));
  render(
    <WithConfig file={sampleDocument({}, [])}>
      <Toaster />
      <FileEvents owner="ada" latest={null} />
    </WithConfig>,
  );
  const send = (event: string) => streams[0]?.dispatchEvent(new MessageEvent(event, { data: "{}" }));
  send("signed-out");
  await screen.findByText("You are signed out");
  // Somebody else has signed in: the page's operator still has no session.
  send("hello");
  status = 200;
  send("hello");
  expect(isLeaving()).toBe(true);
  await waitFor(() => expect(screen.queryByText("You are signed out")).toBeNull());
  expect(isLeaving()).toBe(false);
});
