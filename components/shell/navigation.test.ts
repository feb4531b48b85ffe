import { describe, expect, it } from "vitest";
import { groups, sections } from "@/lib/shared/settings/registry";
import { buildNavigation, isWithin, navigation, trail } from "./navigation";

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
  it("puts each section under its group, in the registry's order", () => {
    expect(places.groups.map((group) => [group.title, group.items.map((item) => item.href)])).toEqual([
      ["Instance", ["/settings/general", "/settings/api"]],
      ["People", ["/settings/login"]],
    ]);
  });

  it("has an entry for every section of the registry, and no address twice", () => {
    const settings = navigation.groups.flatMap((group) => group.items);
    expect(settings.map((item) => item.id).sort()).toEqual(sections.map((section) => section.id).sort());
    expect(navigation.groups.map((group) => group.id)).toEqual(groups.map((group) => group.id));
    const addresses = [navigation.overview, navigation.settings, ...settings, ...navigation.rest.flat()].map(
      (item) => item.href,
    );
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it("knows which entry a page is below", () => {
    const api = { id: "api", title: "API", href: "/settings/api" };
    expect(isWithin(api, "/settings/api")).toBe(true);
    expect(isWithin(api, "/settings/api/changes")).toBe(true);
    expect(isWithin(api, "/settings/apiary")).toBe(false);
    expect(isWithin(places.overview, "/guilds")).toBe(false);
  });
});

describe("trail", () => {
  const titles = (pathname: string) => trail(places, pathname).map((crumb) => crumb.title);

  it.each([
    ["/", ["Overview"]],
    ["/settings", ["Settings"]],
    ["/settings/login", ["Settings", "People", "Sign-in"]],
    ["/settings/history", ["Settings", "History"]],
    ["/settings/other", ["Settings", "Other keys"]],
    ["/settings/nowhere", []],
    ["/applications", ["Applications"]],
    ["/applications/new", ["Applications", "New application"]],
    ["/applications/1104236891374919680", ["Applications"]],
    ["/nowhere", []],
  ])("of %s", (pathname, expected) => expect(titles(pathname)).toEqual(expected));

  it("links back to the list from a page below it, and never to the page itself", () => {
    expect(trail(places, "/applications/new")[0]?.href).toBe("/applications");
    expect(trail(places, "/settings/login")[0]?.href).toBe("/settings");
    expect(trail(places, "/applications")[0]?.href).toBeUndefined();
  });
});
