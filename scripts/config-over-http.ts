/** A running panel, through its API. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { AppError, type ErrorCode, errorTable } from "@/lib/errors";
import { authorWords } from "@/lib/shared/author";
import { configRoutes } from "@/lib/shared/contract/config";
import { historyRoutes } from "@/lib/shared/contract/history";
import { parsedFile, wrong } from "./config-input";
import type { ConfigTarget } from "./config-target";

/** A save waits for the file's lock and the database. */
const TIMEOUT = 60_000;

const problemDetails = z.looseObject({
  detail: z.string(),
  code: z.custom<ErrorCode>((code) => typeof code === "string" && Object.hasOwn(errorTable, code)),
  problems: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

function tokenOf({
  INSTANCE_ADMIN_TOKEN: token,
  INSTANCE_ADMIN_TOKEN_FILE: file,
}: NodeJS.ProcessEnv): string {
  if (token) return token;
  if (file) return readFileSync(file, "utf8").trim();
  throw wrong(
    "Set INSTANCE_ADMIN_TOKEN to an API token of the panel, or INSTANCE_ADMIN_TOKEN_FILE to the path of a file with one.",
  );
}

/** @param address of the panel, such as `https://admin.example.org` */
export function overHttp(address: string, environment: NodeJS.ProcessEnv): ConfigTarget {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw wrong(
      `--url=${address} is not an address. Use the panel's address, such as https://admin.example.org.`,
    );
  const base = `${address.replace(/\/+$/, "")}/api/panel`;
  const authorization = `Bearer ${tokenOf(environment)}`;

  async function ask<S extends z.core.$ZodType>(answer: S, path: string, init: RequestInit = {}) {
    const headers = { authorization, "content-type": "application/json", ...init.headers };
    let response: Response;
    try {
      // A redirect could send the token to another server.
      response = await fetch(base + path, {
        ...{ ...init, headers, redirect: "manual" },
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch (cause) {
      throw new AppError("unavailable", `The panel does not answer at ${address}. Check the address.`, {
        cause,
      });
    }
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) {
      const parsed = z.safeParse(answer, body);
      if (parsed.success) return parsed.data;
    }
    const failure = problemDetails.safeParse(body);
    if (failure.success && !response.ok) {
      const { detail, code, problems, ...details } = failure.data;
      throw new AppError(code, detail, { problems, details });
    }
    throw new AppError(
      "bad-gateway",
      `${address} answered with status ${response.status}, but not as a panel does. Check the address and the proxy.`,
    );
  }

  const read = () => ask(configRoutes.readConfig.answer, "/config");
  const newest = async () =>
    (await ask(historyRoutes.listRevisions.answer, "/config/revisions?limit=1")).revisions[0]?.id ?? null;
  const change = (method: string, path: string, etag: string, body: object) =>
    ask(configRoutes.saveConfig.answer, path, {
      ...{ method, headers: { "if-match": `"${etag}"` }, body: JSON.stringify(body) },
    });

  return {
    hasSecrets: false,
    lastRecorded: async () => null,
    read,
    async current() {
      const { text } = await ask(configRoutes.readRawConfig.answer, "/config/raw");
      return parsedFile(Buffer.from(text), "The panel's file");
    },
    async save(edit, baseEtag) {
      const { etag } = await change("PATCH", "/config", baseEtag, edit);
      return { etag, version: etag === baseEtag ? null : await newest() };
    },
    async history() {
      const { revisions } = await ask(historyRoutes.listRevisions.answer, "/config/revisions?limit=100");
      return revisions.map(({ id, at, author, authorKind, note }) => ({
        ...{ id, at, note, author: authorWords({ kind: authorKind, name: author }) },
      }));
    },
    undo: async (id, note) =>
      change("POST", `/config/revisions/${id}/undo`, (await read()).etag, { ...(note && { note }) }),
  };
}
