import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { systemClock } from "@/lib/clock";
import { parseEnv } from "@/lib/env";
import { PanelSettings } from "@/lib/panel-settings";
import { createDoctorPage } from "./doctor-page";

const MiB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "doctor-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

let programs = 0;
function pageOf(source: string, memory = 256 * MiB) {
  const program = join(folder, `program-${(programs += 1)}.mjs`);
  writeFileSync(program, source);
  const env = parseEnv({ DATA_DIR: folder });
  return createDoctorPage({
    ...{ env, panelSettings: new PanelSettings(env), program },
    clock: systemClock,
    memoryLimit: () => memory,
  });
}

async function messagesOf(source: string): Promise<string[]> {
  const page = pageOf(source);
  expect(page.view()).toMatchObject({ isRunning: true, refusal: null });
  await vi.waitFor(() => expect(page.view().isRunning).toBe(false), 20_000);
  return page.view().findings.map(({ message }) => message);
}

const printing = (message: string, after = '""') =>
  `process.stdout.write(JSON.stringify({ findings: [{ check: "a", state: "ok", message: ${message} }] }) + ${after});`;
const STOPPED = [
  "The checks stopped before they had a result. Run instance-admin doctor on the panel's machine.",
];

test("the checks may use 64 MiB of memory for their values", async () => {
  const using = (count: number) =>
    `globalThis.kept = Array.from({ length: ${count} }, () => Array.from({ length: 131_072 }, (_, n) => n));`;
  expect(await messagesOf(using(20) + printing('"well"'))).toEqual(["well"]);
  expect(await messagesOf(using(120) + printing('"well"'))).toEqual(STOPPED);
});

test("the result of the checks may have 1 MiB", async () => {
  const padded = (length: number) => printing('"well"', `" ".repeat(${length})`);
  const own = JSON.stringify({ findings: [{ check: "a", state: "ok", message: "well" }] }).length;
  expect(await messagesOf(padded(MiB - own))).toEqual(["well"]);
  expect(await messagesOf(padded(MiB - own + 1))).toEqual(STOPPED);
});

test("credentials in a result are hidden, and the checks are asked to leave out errors of the database", async () => {
  const messages = await messagesOf(printing('"https://ada:lamp@host/ " + process.argv.slice(2).join(" ")'));
  expect(messages).toEqual(["https://ada:•••@host/ --json --brief"]);
});

test("with less than 256 MiB of memory, the panel starts no checks and says so", () => {
  const page = pageOf(printing('"well"'), 256 * MiB - 1);
  const refusal =
    "The checks need a second process, and the panel may use only 255 MiB of memory. Allow 256 MiB, or run instance-admin doctor on the panel's machine.";
  expect(page.view()).toEqual({ checkedAt: null, isRunning: false, refusal, findings: [] });
  expect(() => page.run()).toThrow(refusal);
});
