// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isLeaving, stay } from "@/components/shell/connection/own-session";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { WithRouter } from "@/testing/with-router";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { Palette } from "./palette";

const push = vi.fn();
const router = { push };

const file = sampleDocument({ general: { instanceName: "Harbor" } }, ["general.instanceName"], {
  unknown: ["lighthouse"],
});

// cmdk uses ResizeObserver and scrollIntoView, which the test's DOM does not implement.
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
HTMLElement.prototype.scrollIntoView = () => undefined;

let store: ConfigStore;
const onClose = vi.fn();

function StoreReporter() {
  const own = useConfigStore();
  return <span ref={() => void (store = own)} />;
}

const bot = { kind: "bot", id: "7", title: "Harbor master", detail: "of keeper", at: null, exactness: 2 };

/** @param objects the server's results for any query */
function show(objects: readonly object[] = [], typedEarly = "") {
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(Response.json(objects))),
  );
  let early: string | null = typedEarly;
  const takeOnce = (receive: (text: string) => void) => {
    if (early !== null) receive(early);
    early = null;
  };
  render(
    <WithConfig file={file}>
      <StoreReporter />
      <WithRouter pathname="/audit" own={router}>
        <Palette takeTyped={takeOnce} onClose={onClose} />
      </WithRouter>
    </WithConfig>,
  );
  const user = userEvent.setup();
  const options = () => screen.getAllByRole("option");
  /**
   * Finds an option by its text instead of its accessible name, because this DOM adds spaces around highlighted parts
   * of a name.
   */
  const optionOf = (text: string) => options().find(({ textContent }) => textContent.includes(text))!;
  return { user, options, optionOf };
}

beforeEach(() => void [push, onClose].forEach((spy) => spy.mockReset()));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe("the palette", () => {
  it("shows results for what was typed while it was loading", () => {
    const { options } = show([], "captcha");
    expect(screen.getByRole("combobox")).toHaveProperty("value", "captcha");
    expect(options()[0]?.textContent).toContain("captcha");
  });

  it("ranks a page with a matching name higher than settings", async () => {
    const { user, options, optionOf } = show();
    await user.paste("bot");
    const [first, second] = options();
    expect(first?.textContent).toBe("Bots");
    expect(second?.textContent).toContain("Create bot");
    expect(first?.querySelector("mark")?.textContent).toBe("Bot");
    expect(options().indexOf(optionOf("general.autoCreateBotUsers"))).toBeGreaterThan(1);
  });

  it("lets the operator edit the highlighted setting", async () => {
    const { user } = show();
    await user.paste("general.instanceName");
    await user.tab();
    const control = screen.getByRole("textbox", { name: "Instance name" });
    expect(document.activeElement).toBe(control);
    await user.clear(control);
    await user.type(control, "Harbour");
    expect(store.changedPaths()).toEqual(["general.instanceName"]);
    expect(store.entryAt("general.instanceName").value).toBe("Harbour");
    expect(screen.getByRole("button", { name: "Show 1 unsaved change" })).not.toBeNull();
  });

  it("keeps a clicked setting's control open while the pointer moves over other results", async () => {
    const { user, options, optionOf } = show();
    await user.paste("captcha");
    await user.click(within(optionOf("login.requireCaptcha")).getByTitle("Edit here"));
    const control = screen.getByRole("switch");
    expect(document.activeElement).toBe(control);
    await user.hover(options()[0]!);
    await user.click(screen.getByRole("switch"));
    expect(store.changedPaths()).toEqual(["login.requireCaptcha"]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("highlights a bot first if the query contains two words of its name", async () => {
    const { user } = show([bot]);
    await user.click(screen.getByRole("combobox"));
    await user.paste("Harbor mas");
    const found = await screen.findByRole("option", { name: /Bot$/ });
    expect(found.getAttribute("aria-selected")).toBe("true");
    expect(screen.getAllByRole("option")[0]).toBe(found);
    await user.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("ranks a match in a bot's name higher than a match in a setting's value", async () => {
    const { user, options, optionOf } = show([bot]);
    await user.click(screen.getByRole("combobox"));
    await user.paste("harb");
    const found = await screen.findByRole("option", { name: /Bot$/ });
    expect(options()[0]).toBe(found);
    expect(found.getAttribute("aria-selected")).toBe("true");
    expect(optionOf("general.instanceName")).toBeDefined();
  });

  it("ranks a bot below settings if its name does not start with the query", async () => {
    const { user, options } = show([{ ...bot, exactness: 1 }]);
    await user.paste("harbor");
    const found = await screen.findByRole("option", { name: /Bot$/ });
    expect(options()[0]?.textContent).toContain("general.instanceName");
    expect(options().indexOf(found)).toBeGreaterThan(0);
  });

  it("ranks a bot below a setting if the setting's name contains the query", async () => {
    const { user, options } = show([{ ...bot, title: "Instance watch" }]);
    await user.paste("instance");
    const found = await screen.findByRole("option", { name: /Bot$/ });
    expect(options().indexOf(found)).toBeGreaterThan(0);
  });

  it("asks for confirmation before signing out, and Enter alone never signs out", async () => {
    const { user } = show();
    await user.click(screen.getByRole("combobox"));
    await user.paste("logout");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("alertdialog", { name: "Sign out?" })).not.toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await user.click(screen.getByRole("option"));
    expect(vi.mocked(fetch).mock.calls.filter(([to]) => String(to).includes("auth"))).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Sign out" }));
    expect(onClose).toHaveBeenCalledOnce();
    // The palette signs out once its dialog has closed.
    cleanup();
    await vi.waitFor(() => expect(isLeaving()).toBe(true));
    stay();
  });

  it("offers similar settings and the reference if nothing was found", async () => {
    const { user } = show();
    await user.paste("redis");
    expect(await screen.findByText(/No results for “redis”/)).not.toBeNull();
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toHaveLength(4);
    expect(screen.getByRole("option", { name: "Reference" })).not.toBeNull();
  });
});
