import "server-only";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";
import type { Naming, Operation } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { defaultDocument, setAt, settingsOf } from "@/lib/shared/settings/values";
import { type CheckRequest, type CheckSetting, run } from "@/lib/server/checks/run";

/** Returns a saved configuration with these values, keyed by setting path. */
export function savedWith(values: Record<string, unknown>, naming: Naming) {
  const edition = editionOf(naming);
  const document = defaultDocument(edition.registry);
  for (const [path, value] of Object.entries(values)) setAt(document, path, value);
  return settingsOf(document, edition);
}

export const drafts = (values: Record<string, unknown>): Operation[] =>
  Object.entries(values).map(([path, value]) => ({ op: "set", path, value }));

/**
 * Runs a connection check with a saved configuration. By default, the check may use only addresses from the
 * configuration.
 */
export function tried(
  kind: CheckRequest["kind"],
  saved: Record<string, unknown>,
  {
    operations = [],
    to,
    confirmed,
    naming = "neutral",
    allow = [],
    instanceApiUrl,
    ...setting
  }: Partial<CheckRequest & CheckSetting & { naming: Naming; allow: string[]; instanceApiUrl: string }> = {},
) {
  return run(
    { kind, operations, to, confirmed },
    {
      env: { checkAllow: allow, instanceApiUrl },
      limitMs: 5_000,
      signal: new AbortController().signal,
      ...setting,
      saved: savedWith(saved, naming),
    },
  );
}

/** Makes the server listen on a local port until the test ends. Returns the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Returns a local port on which nothing is listening. */
export async function closedPort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Describes each step briefly, such as "Connection ok" or "Sign-in failed". */
export const outline = (steps: readonly { name: string; ok: boolean }[]): string[] =>
  steps.map(({ name, ok }) => `${name} ${ok ? "ok" : "failed"}`);
