import "server-only";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";
import type { Naming, Operation } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { defaultDocument, setAt, settingsOf } from "@/lib/shared/settings/values";
import { type CheckRequest, type CheckSetting, run } from "@/lib/server/checks/run";

/** A saved configuration with the given settings at their key paths. */
export function savedWith(values: Record<string, unknown>, naming: Naming) {
  const edition = editionOf(naming);
  const document = defaultDocument(edition.registry);
  for (const [path, value] of Object.entries(values)) setAt(document, path, value);
  return settingsOf(document, edition);
}

/** Edits that set the given settings. */
export const drafts = (values: Record<string, unknown>): Operation[] =>
  Object.entries(values).map(([path, value]) => ({ op: "set", path, value }));

/** Runs a check on a saved configuration. By default, no other addresses are allowed. */
export function tried(
  kind: CheckRequest["kind"],
  saved: Record<string, unknown>,
  {
    operations = [],
    to,
    confirmed,
    naming = "neutral",
    ...setting
  }: Partial<CheckRequest & CheckSetting & { naming: Naming }> = {},
) {
  return run(
    { kind, operations, to, confirmed },
    {
      allow: [],
      limitMs: 5_000,
      signal: new AbortController().signal,
      ...setting,
      saved: savedWith(saved, naming),
    },
  );
}

/** Listens on a port of this machine until the test ends. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** An unused port of this machine. */
export async function closedPort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The steps as short texts: "Connection ok", "Sign-in failed". */
export const outline = (steps: readonly { name: string; ok: boolean }[]): string[] =>
  steps.map(({ name, ok }) => `${name} ${ok ? "ok" : "failed"}`);
