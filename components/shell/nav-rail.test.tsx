// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WithRouter } from "@/testing/with-router";
import type { Marks } from "./marks";
import { NavRail } from "./nav-rail";
import { navigation } from "./navigation";

const marks: Marks = {
  total: { unsaved: 3, problems: 2, errors: 1, pending: 0 },
  places: {
    limits: { unsaved: 2, problems: 0, errors: 0, pending: 0 },
    gif: { unsaved: 1, problems: 1, errors: 1, pending: 0 },
  },
};

function show(pathname: string, onNavigate?: () => void) {
  const railAt = (place: string) => (
    <WithRouter pathname={place}>
      <NavRail navigation={navigation} marks={marks} onNavigate={onNavigate} />
    </WithRouter>
  );
  const { rerender } = render(railAt(pathname));
  return {
    /** Simulates a navigation by the router. */
    go: (next: string) => rerender(railAt(next)),
  };
}
const follow = (name: RegExp) => fireEvent.click(screen.getByRole("link", { name }));
const group = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const isOpen = (name: string) => group(name).getAttribute("aria-expanded") === "true";

const scrolled = vi.fn<(this: Element) => void>();
// Other tests in this process replace the method there, too.
HTMLElement.prototype.scrollIntoView = function () {
  scrolled.call(this);
};
afterEach(cleanup);

describe("the navigation rail", () => {
  it("shows the number of unsaved changes and problems next to Settings", () => {
    show("/audit");
    expect(screen.getByRole("link", { name: /^Settings.*2 problems.*3 unsaved/ })).not.toBeNull();
    expect(screen.getByRole("link", { name: "Audit" }).getAttribute("aria-current")).toBe("page");
  });

  it("opens only the group of the current page", () => {
    const { go } = show("/settings/general");
    expect(["Instance", "People", "Community", "Delivery"].map(isOpen)).toEqual([true, false, false, false]);
    expect(group("Community").textContent).toMatch(/1 problem.*3 unsaved/);
    fireEvent.click(group("Community"));
    expect([isOpen("Instance"), isOpen("Community")]).toEqual([true, true]);
    expect(group("Community").textContent).toBe("Community");
    expect(screen.getByRole("link", { name: /^Limits.*2 unsaved/ })).not.toBeNull();
    go("/settings/limits");
    expect([isOpen("Instance"), isOpen("Community")]).toEqual([false, true]);
  });

  it("opens no group before a section is visited", () => {
    show("/settings/raw");
    expect(["Instance", "People", "Community", "Delivery"].map(isOpen)).toEqual([false, false, false, false]);
  });

  it("leaves groups open if the current page belongs to no group", () => {
    const { go } = show("/settings/limits");
    fireEvent.click(group("Delivery"));
    go("/settings/raw");
    expect(["Instance", "Community", "Delivery"].map(isOpen)).toEqual([false, true, true]);
    expect(scrolled.mock.contexts.at(-1)?.textContent).toBe("Raw JSON");
  });

  it("moves the focus to the current entry if a click replaces all entries", () => {
    const { go } = show("/");
    follow(/^Settings/);
    go("/settings");
    expect(document.activeElement?.textContent).toBe("All settings");
    follow(/^Overview/);
    go("/");
    expect(document.activeElement?.textContent).toBe("Overview");
    (document.activeElement as HTMLElement).blur();
    go("/settings/limits");
    expect(document.activeElement).toBe(document.body);
  });

  it("in a drawer, “Main menu” shows the main entries without leaving the page", () => {
    const onNavigate = vi.fn();
    show("/settings/limits", onNavigate);
    fireEvent.click(screen.getByRole("button", { name: "Main menu" }));
    expect(document.activeElement?.textContent).toMatch(/^Settings/);
    expect(onNavigate).not.toHaveBeenCalled();
    follow(/^Bots/);
    expect(onNavigate).toHaveBeenCalledOnce();
  });
});
