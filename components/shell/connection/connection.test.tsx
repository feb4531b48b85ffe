// @vitest-environment happy-dom
// Needs a process of its own: a probe that another file's requests began would be answered in the midst of these tests.
import type { MouseEvent } from "react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { request, RequestError } from "../queries/call";
import { panelAnswer } from "@/testing/panel-answer";
import { ConnectionNotice } from "./notices";

/** Whether the fake panel answers requests. */
let isThere = true;
let hasNetwork = true;
/** What answers in the panel's place, if anything does. */
let inFront: (() => Response) | null = null;
const links = { API: "/settings/api", Below: "#below", Elsewhere: "https://elsewhere.example/" };
/** Prevents the browser from following links in the test. */
const reached = vi.fn((event: MouseEvent) => event.preventDefault());

beforeEach(() => {
  vi.useFakeTimers();
  isThere = hasNetwork = true;
  inFront = null;
  vi.stubGlobal("fetch", () =>
    isThere ? Promise.resolve(inFront?.() ?? panelAnswer()) : Promise.reject(new TypeError()),
  );
  vi.spyOn(window.navigator, "onLine", "get").mockImplementation(() => hasNetwork);
  render(
    <>
      <ConnectionNotice />
      <div onClick={reached}>
        {Object.entries(links).map(([name, href]) => (
          <a key={name} href={href}>
            {name}
          </a>
        ))}
      </div>
    </>,
  );
});

afterEach(async () => {
  isThere = true;
  inFront = null;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const lose = async () => {
  isThere = hasNetwork = false;
  fireEvent(window, new Event("offline"));
  await settle();
};
/** Clicks a link. Returns false if the notice blocks the click. */
function isFollowed(name: string, init = {}): boolean {
  reached.mockClear();
  fireEvent.click(screen.getByRole("link", { name }), init);
  return reached.mock.calls.length > 0;
}

it("the notice reports a lost network at once, and disappears when the network returns", async () => {
  expect(screen.queryByRole("status")).toBeNull();
  await lose();
  expect(screen.getByRole("status").textContent).toMatch(/^You are offline\. Your edits are safe/);
  isThere = hasNetwork = true;
  fireEvent(window, new Event("online"));
  await settle();
  expect(screen.queryByRole("status")).toBeNull();
});

it("the notice does not appear on the browser's offline event if the panel still responds", async () => {
  hasNetwork = false;
  fireEvent(window, new Event("offline"));
  await settle();
  expect(screen.queryByRole("status")).toBeNull();
});

it("the notice appears after a failed request, and disappears when the panel responds again", async () => {
  isThere = false;
  await expect(request("/api/panel/config")).rejects.toThrow(RequestError);
  await settle();
  expect(screen.getByRole("status").textContent).toMatch(/^The panel does not respond\./);
  await settle(10_000);
  expect(screen.getByRole("status")).toBeTruthy();
  isThere = true;
  await settle(2_000);
  expect(screen.queryByRole("status")).toBeNull();
});

it("the panel is probed again only while the notice can be shown, and at once when it is", async () => {
  cleanup();
  isThere = false;
  await expect(request("/api/panel/config")).rejects.toThrow(RequestError);
  await settle();
  const sent = vi.spyOn(globalThis, "fetch");
  await settle(10_000);
  expect(sent).not.toHaveBeenCalled();
  isThere = true;
  render(<ConnectionNotice />);
  await settle();
  expect(screen.queryByRole("status")).toBeNull();
});

it("links to other pages of the panel are blocked while the panel cannot be reached", async () => {
  expect(isFollowed("API")).toBe(true);
  await lose();
  expect(isFollowed("Below")).toBe(true);
  expect(isFollowed("Elsewhere")).toBe(true);
  expect(isFollowed("API", { ctrlKey: true })).toBe(true);
  expect(screen.getByRole("status").textContent).toMatch(/Your edits are safe/);
  expect(isFollowed("API")).toBe(false);
  expect(screen.getByRole("status").textContent).toMatch(
    /You can open other pages when the connection returns/,
  );
  isThere = hasNetwork = true;
  await settle(2_000);
  expect(isFollowed("API")).toBe(true);
});

const html = { "content-type": "text/html" };
const redirect = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });

it.each([
  ["a page with status 200", () => new Response("<form>", { headers: html })],
  ["a redirect", () => redirect],
  ["status 401 in JSON", () => Response.json({ error: "login_required" }, { status: 401 })],
  ["status 403", () => new Response("Forbidden", { status: 403, headers: html })],
])("%s from a sign-in proxy is reported, until the panel answers again", async (_, answer) => {
  inFront = answer;
  const refusal = { code: "in-front", status: 0, message: expect.stringMatching(/in front of the panel/) };
  await expect(request("/api/panel/config", { method: "PATCH" })).rejects.toMatchObject(refusal);
  await settle();
  expect(screen.getByRole("status").textContent).toMatch(/in front of the panel asks for a sign-in/);
  expect(screen.getByRole("button", { name: "Open it in a new tab" })).toBeTruthy();
  expect(isFollowed("API")).toBe(false);
  inFront = null;
  await settle(2_000);
  expect(screen.queryByRole("status")).toBeNull();
});

it("a gateway's status 502 is reported as a panel that does not respond", async () => {
  inFront = () => new Response("Bad gateway", { status: 502, headers: html });
  const refusal = { isUnknown: true, message: expect.stringMatching(/cannot reach it \(status 502\)/) };
  await expect(request("/api/panel/config", { method: "PATCH" })).rejects.toMatchObject(refusal);
  await settle();
  expect(screen.getByRole("status").textContent).toMatch(/^The panel does not respond\./);
});

it("a proxy that lets everybody request the health check does not hide its sign-in page", async () => {
  vi.stubGlobal("fetch", (url: string) =>
    Promise.resolve(url === "/api/health" || inFront === null ? panelAnswer() : inFront()),
  );
  inFront = () => new Response("<form>", { headers: html });
  await expect(request("/api/panel/config")).rejects.toThrow(RequestError);
  await settle(2_000);
  expect(screen.getByRole("status").textContent).toMatch(/asks for a sign-in/);
});

it("an answer whose proxy has removed unknown headers is still the panel's", async () => {
  inFront = () => Response.json({ etag: "1" });
  expect(await (await request("/api/panel/config")).json()).toEqual({ etag: "1" });
});
