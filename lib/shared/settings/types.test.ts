import { describe, expectTypeOf, it } from "vitest";
import type { Region } from "@/lib/shared/settings/kinds/region-list";
import type { SectionId, SettingPath, SettingValue } from "./types";
import { defaultDocument, settingsOf } from "./values";

describe("types of settings", () => {
  it("match the declared kinds of the settings", () => {
    expectTypeOf<SettingValue<"general.instanceName">>().toEqualTypeOf<string>();
    expectTypeOf<SettingValue<"general.frontPage">>().toEqualTypeOf<string | null>();
    expectTypeOf<SettingValue<"limits.rate.ip.count">>().toEqualTypeOf<number>();
    expectTypeOf<SettingValue<"limits.rate.ip.window">>().toEqualTypeOf<number>();
    expectTypeOf<SettingValue<"limits.message.maxAttachmentSize">>().toEqualTypeOf<number>();
    expectTypeOf<SettingValue<"email.smtp.port">>().toEqualTypeOf<number | null>();
    expectTypeOf<SettingValue<"email.smtp.secure">>().toEqualTypeOf<boolean | null>();
    expectTypeOf<SettingValue<"limits.rate.enabled">>().toEqualTypeOf<boolean>();
    expectTypeOf<SettingValue<"email.provider">>().toEqualTypeOf<string | null>();
    expectTypeOf<SettingValue<"defaults.user.premiumType">>().toEqualTypeOf<number>();
    expectTypeOf<SettingValue<"register.defaultRights">>().toEqualTypeOf<string>();
    expectTypeOf<SettingValue<"security.jwtSecret">>().toEqualTypeOf<string | null>();
    expectTypeOf<SettingValue<"api.activeVersions">>().toEqualTypeOf<readonly string[]>();
    expectTypeOf<SettingValue<"guild.defaultFeatures">>().toEqualTypeOf<readonly string[] | null>();
    expectTypeOf<SettingValue<"regions.available">>().toEqualTypeOf<readonly Region[]>();
  });

  it("accept every path of a setting, and no other path", () => {
    expectTypeOf<"limits.rate.routes.auth.login.count">().toExtend<SettingPath>();
    expectTypeOf<"limits.rate">().not.toExtend<SettingPath>();
    expectTypeOf<string>().not.toExtend<SettingPath>();
    expectTypeOf<"external">().toExtend<SectionId>();
  });

  it("match the types of the values that the settings reader returns", () => {
    const settings = settingsOf(defaultDocument());
    expectTypeOf(settings.get("limits.rate.ip.count")).toEqualTypeOf<number>();
    // @ts-expect-error because this path is a group, not a setting
    settings.get("limits.rate.ip");
  });
});
