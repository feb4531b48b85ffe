import { expect, test } from "vitest";
import { fieldAt } from "@/lib/shared/settings/registry";
import type { SettingPath } from "@/lib/shared/settings/types";
import type { Settings } from "@/lib/shared/settings/values";
import { createLimits } from "./rate-limit";

const given: Partial<Record<SettingPath, unknown>> = {
  "limits.rate.enabled": true,
  "limits.rate.ip.count": 2,
  "limits.rate.error.count": 1,
  "limits.rate.routes.auth.login.count": 1,
};
const settings = { get: (path: SettingPath) => given[path] ?? fieldAt(path)?.default } as unknown as Settings;

const limited = { code: "rate-limited" };

test("the addresses of one IPv6 network share the limits of an address", async () => {
  const limits = createLimits(null);
  const from = (address: string) => limits.consume(settings, { address, exempt: false });
  await from("2001:db8::1");
  await from("2001:db8::2");
  await expect(from("2001:db8::3")).rejects.toMatchObject(limited);
  await (await from("2001:db8:0:1::1")).failed();
  await expect(from("2001:db8:0:1::2")).rejects.toMatchObject(limited);
  await from("2001:db8:0:2::1");
  await limits.consumeLogin(settings, "2001:db8::1");
  await expect(limits.consumeLogin(settings, "2001:db8::2")).rejects.toMatchObject(limited);
});
