import "server-only";
import type { Env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import type { Version } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import type { Finding } from "@/lib/shared/contract/doctor";

export type Result = Omit<Finding, "check">;

export interface Subject {
  env: Env;
  /** The connected instance. Without an address, the checks of the instance are skipped. */
  instance: { apiUrl: string | undefined; operatorToken: string | undefined };
  db: () => Db;
  path: string | undefined;
  /** The configuration file, read and parsed once. */
  file: ExaminedFile;
}

type Parsed = ReturnType<typeof Version.parse>;
export type ExaminedFile =
  | { state: "missing" }
  | { state: "unreadable"; reason: string }
  | { state: "broken"; problems: string }
  | { state: "usable"; version: Extract<Parsed, { usable: true }> };

export type Check = readonly [name: string, examine: (subject: Subject) => Result | Promise<Result>];

export const ok = (message: string) => ({ state: "ok" as const, message });
export const warning = (message: string) => ({ state: "warning" as const, message });
export const error = (message: string) => ({ state: "error" as const, message });
export const skipped = (message: string) => ({ state: "skipped" as const, message });

export const TIMEOUT_MS = 5_000;

export function reason(caught: unknown): string {
  if (!(caught instanceof Error)) return String(caught);
  const { cause } = caught;
  return cause instanceof Error && cause.message !== "" ? cause.message : caught.message;
}

export const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;

export const request = (url: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
    headers: { "user-agent": USER_AGENT, ...init.headers },
  });
