import { Version } from "@/lib/server/config-file";
import { expect, it } from "vitest";
import { announceReload } from "./broker";

async function announced(file: object) {
  const version = Version.parse(Buffer.from(JSON.stringify(file)));
  if (!version.usable) throw new Error("The test's document is no file.");
  return announceReload(version.settings, { instanceApiUrl: undefined, checkAllow: [] });
}

it("if the file has no broker, announcing a reload fails and names the missing setting", async () => {
  expect(await announced({ rabbitmq: { host: null }, sentry: { enabled: false } })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("contains no message broker") as unknown,
  });
  expect(await announced({ rabbitmq: { host: "no address" }, sentry: { enabled: false } })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("contains no message broker") as unknown,
  });
  expect(await announced({ broker: { host: null } })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("does not support a reload") as unknown,
  });
});
