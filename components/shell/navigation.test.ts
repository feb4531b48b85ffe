import { describe, expect, it } from "vitest";
import { groups, sections } from "@/lib/shared/settings/registry";
import {
  buildNavigation,
  groupOf,
  isInSettings,
  isWithin,
  mainItemOf,
  navigation,
  trail,
  widthOf,
} from "./navigation";

const places = buildNavigation({
  groups: [
    { id: "instance", title: "Instance" },
    { id: "people", title: "People" },
  ],
  sections: [
    { id: "login", group: "people", title: "Sign-in" },
    { id: "general", group: "instance", title: "General" },
    { id: "api", group: "instance", title: "API" },
  ],
});

describe("navigation", () => {
  it("has eleven entries in the main rail", () => {
    expect(navigation.main.map(({ title }) => title)).toEqual([
      "Overview",
      "Settings",
      "Bots",
      "Guilds",
      "Users",
      "Instance",
      "History",
      "Audit",
      "Operators",
      "Notifications",
      "Backups",
    ]);
  });

  it("lists each section under its group, in the registry's order", () => {
    expect(places.groups.map((group) => [group.title, group.items.map((item) => item.href)])).toEqual([
      ["Instance", ["/settings/general", "/settings/api"]],
      ["People", ["/settings/login"]],
    ]);
  });

  it("has an entry for every section, and no duplicate link in a rail", () => {
    const settings = navigation.groups.flatMap((group) => group.items);
    expect(settings.map((item) => item.id).sort()).toEqual(sections.map((section) => section.id).sort());
    expect(navigation.groups.map((group) => group.id)).toEqual(groups.map((group) => group.id));
    for (const rail of [navigation.main, [...settings, ...navigation.file]]) {
      expect(new Set(rail.map((item) => item.href)).size).toBe(rail.length);
    }
  });

  it("finds the entry and the group that a page belongs to", () => {
    const api = { id: "api", title: "API", href: "/settings/api" };
    expect(isWithin(api, "/settings/api")).toBe(true);
    expect(isWithin(api, "/settings/api/changes")).toBe(true);
    expect(isWithin(api, "/settings/apiary")).toBe(false);
    expect(isWithin({ href: "/" }, "/guilds")).toBe(false);
    expect(mainItemOf(places, "/settings/history/7")?.id).toBe("history");
    expect(mainItemOf(places, "/settings/api")?.id).toBe("settings");
    expect(mainItemOf(places, "/applications/new")?.id).toBe("bots");
    expect(mainItemOf(places, "/users/1104236891374919680")?.id).toBe("users");
    expect(mainItemOf(places, "/registration-tokens")?.id).toBe("users");
    expect(mainItemOf(places, "/running/applies/4")?.id).toBe("instance");
    expect(mainItemOf(places, "/nowhere")).toBeUndefined();
    expect(groupOf(places, "/settings/api")?.id).toBe("instance");
    expect(groupOf(places, "/settings/raw")).toBeUndefined();
  });

  it.each([
    ["/settings", true],
    ["/settings/raw", true],
    ["/settings/limits", true],
    ["/settings/limits/history", true],
    ["/settings/history", false],
    ["/settings/history/3", false],
    ["/", false],
    ["/settingsx", false],
  ])("shows the settings sections in the rail on %s: %s", (pathname, expected) =>
    expect(isInSettings(pathname)).toBe(expected),
  );

  it.each([
    ["/", "full"],
    ["/audit", "full"],
    ["/settings/history/3", "full"],
    ["/settings/raw", "full"],
    ["/settings/limits", "form"],
    ["/settings", "column"],
    ["/settings/import", "column"],
    ["/applications", "full"],
    ["/applications/new", "column"],
    ["/users", "full"],
    ["/running", "full"],
    ["/account", "column"],
  ])("gives the page %s the width “%s”", (pathname, width) => expect(widthOf(pathname)).toBe(width));
});

describe("breadcrumbs", () => {
  const titles = (pathname: string) => trail(places, pathname).map((crumb) => crumb.title);

  it.each([
    ["/", ["Overview"]],
    ["/settings", ["Settings"]],
    ["/settings/login", ["Settings", "People", "Sign-in"]],
    ["/settings/login/history", ["Settings", "People", "Sign-in", "History"]],
    ["/settings/other", ["Settings", "Unrecognized keys"]],
    ["/settings/nowhere", []],
    ["/settings/history", ["History"]],
    ["/settings/history/12", ["History", "Version 12"]],
    ["/settings/history/proposals", ["History", "Proposals"]],
    ["/settings/history/proposals/3", ["History", "Proposal 3"]],
    ["/applications", ["Bots"]],
    ["/applications/new", ["Bots", "Create bot"]],
    ["/applications/1104236891374919680", ["Bots"]],
    ["/guilds/1104236891374919680", ["Guilds", "Guild"]],
    ["/users", ["Users"]],
    ["/users/1104236891374919680", ["Users", "User"]],
    ["/registration-tokens", ["Users", "Registration tokens"]],
    ["/running", ["Instance", "Apply changes"]],
    ["/running/applies/4", ["Instance", "Past applies", "Apply 4"]],
    ["/account", ["Account"]],
    ["/nowhere", []],
  ])("match the path %s", (pathname, expected) => expect(titles(pathname)).toEqual(expected));

  it("link to a list only from the pages below it", () => {
    expect(trail(places, "/applications/new")[0]?.href).toBe("/applications");
    expect(trail(places, "/users/1104236891374919680")[0]?.href).toBe("/users");
    expect(trail(places, "/settings/login")[0]?.href).toBe("/settings");
    expect(trail(places, "/settings/history/12")[0]?.href).toBe("/settings/history");
    expect(trail(places, "/applications")[0]?.href).toBeUndefined();
  });
});
