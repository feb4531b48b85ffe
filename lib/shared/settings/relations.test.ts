import { describe, expect, it } from "vitest";
import { fieldAt, fields, sections } from "./registry";
import { commonNeed, needOf, rowsOf } from "./relations";

const rows = sections.flatMap((section) => section.cards.flatMap((card) => rowsOf(card.fields)));
describe("rows of a form", () => {
  it("contain every setting once, in the original order", () => {
    const shown = rows.flatMap(({ field, window }) => (window ? [field, window] : [field]));
    expect(shown.map(({ path }) => path)).toEqual(fields.map(({ path }) => path));
  });

  it("combine each limit with its time window", () => {
    const joined = rows.flatMap(({ field, window }) => (window ? [`${field.path} ${window.path}`] : []));
    expect(joined).toEqual([
      "limits.rate.ip.count limits.rate.ip.window",
      "limits.rate.global.count limits.rate.global.window",
      "limits.rate.error.count limits.rate.error.window",
      "limits.rate.routes.channel.count limits.rate.routes.channel.window",
      "limits.rate.routes.guild.count limits.rate.routes.guild.window",
      "limits.rate.routes.webhook.count limits.rate.routes.webhook.window",
      "limits.rate.routes.auth.login.count limits.rate.routes.auth.login.window",
      "limits.rate.routes.auth.register.count limits.rate.routes.auth.register.window",
      "limits.absoluteRate.register.limit limits.absoluteRate.register.window",
      "limits.absoluteRate.sendMessage.limit limits.absoluteRate.sendMessage.window",
    ]);
  });
});

describe("dependence on a switch", () => {
  it("a switch that a setting depends on does not depend on another switch", () => {
    const needed = fields.flatMap(({ path }) => needOf(path)?.path ?? []);
    expect(needed.length).toBeGreaterThan(20);
    for (const path of needed) {
      expect(fieldAt(path)?.kind).toBe("boolean");
      expect(needOf(path)).toBeUndefined();
    }
  });

  it("a card depends on a switch if all of its settings do", () => {
    const shared = (path: string) =>
      commonNeed(
        sections
          .flatMap(({ cards }) => cards)
          .filter(({ fields }) => fields.some((field) => field.path === path))
          .flatMap(({ fields }) => fields),
      )?.path;
    expect(shared("limits.rate.ip.count")).toBe("limits.rate.enabled");
    expect(shared("limits.rate.routes.guild.count")).toBe("limits.rate.enabled");
    expect(shared("security.captcha.sitekey")).toBe("security.captcha.enabled");
    expect(shared("limits.absoluteRate.register.limit")).toBeUndefined();
    expect(shared("register.requireCaptcha")).toBeUndefined();
    expect(shared("general.instanceName")).toBeUndefined();
  });
});
