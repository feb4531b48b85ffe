import { describe, expect, it } from "vitest";
import type { Reload as ReloadWay } from "@/lib/env";
import { Version } from "@/lib/server/config-file";
import { createReload } from "./index";

const version = Version.parse(Buffer.from('{"security":{"jwtSecret":"a signing secret"}}'), "neutral");
if (!version.usable) throw new Error("The test's document is no file.");
const { settings } = version;
const node = (script: string): ReloadWay => ({ way: "command", command: [process.execPath, "-e", script] });

function reloadOf(instanceReload: ReloadWay[], read = () => Promise.resolve(settings)) {
  const reach = { instanceApiUrl: undefined, checkAllow: [], instanceOperatorToken: "token of an operator" };
  const env = { ...reach, instanceReload, secretTexts: ["secret of the sessions"] };
  return createReload({ config: { settings: read }, env });
}

async function sent(name: string, ways: ReloadWay[]) {
  let printed = "";
  const result = await reloadOf(ways).send(name, (text) => (printed += text));
  return { ...result, printed };
}

describe("a reload", () => {
  it("uses the named way, or the last one if INSTANCE_RELOAD no longer lists it", async () => {
    const ways: ReloadWay[] = [{ way: "broker" }, node("console.log('command')")];
    expect(reloadOf(ways).ways()).toBe(ways);
    const byBroker = await sent("broker", ways);
    expect(byBroker).toMatchObject({ ok: false, reason: expect.stringContaining("broker"), printed: "" });
    for (const name of ["command", "former"])
      expect(await sent(name, ways)).toMatchObject({ ok: true, printed: "command\n" });
    expect(await sent("former", [...ways].reverse())).toEqual(byBroker);
    const [, only] = ways;
    expect(await sent("former", [only!])).toMatchObject({ printed: "command\n" });
    await expect(sent("command", [])).rejects.toMatchObject({ code: "conflict" });
  });

  it("can fail beforehand only for a broker", () => {
    const { problem } = reloadOf([]);
    expect(problem("command", settings)).toBeNull();
    expect(problem("broker", settings)).toContain("does not support a reload through the broker");
  });

  it.each([
    ["the file's and the panel's", () => Promise.resolve(settings), "«secret» «secret» «secret»"],
    [
      "the panel's while the file is invalid",
      () => Promise.reject(new Error("invalid")),
      "a signing secret «secret» «secret»",
    ],
  ])("does not show secrets: %s", async (_, read, shown) => {
    const output = await reloadOf([], read).output("earlier\n");
    output.add("a signing secret token of an operator secret of the sessions");
    expect(output.toString({ isEnded: true })).toBe(`earlier\n${shown}`);
  });
});
