/** What `config` reads: files, patches and values. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import en from "zod/v4/locales/en.js";
import * as z from "zod";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { Version } from "@/lib/server/config-file";
import { configPatch } from "@/lib/shared/contract/config";
import { isObject } from "@/lib/shared/json/value";
import type { PatchFile } from "./config-target";

export const wrong = (message: string) => new AppError("invalid-settings", message);

export function contentOf(path: string): Buffer {
  try {
    return readFileSync(resolve(path));
  } catch (error) {
    throw wrong(
      `${resolve(path)} cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

export function parsedFile(bytes: Buffer, place: string): Version {
  const version = Version.parse(bytes, readEnv().configNaming);
  if (version.usable) return version;
  throw wrong(
    `${place} is not a configuration file: ${version.problems.map(({ message }) => message).join(" ")}`,
  );
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Parses a patch. Undefined if the content is something else, such as a configuration file. */
export function patchIn(content: Buffer, place: string): PatchFile | undefined {
  const value = jsonOf(content.toString("utf8").replace(/^\uFEFF/, ""));
  if (!isObject(value) || !Array.isArray(value.operations)) return undefined;
  const parsed = z.safeParse(configPatch, value, { error: en().localeError });
  if (parsed.success) return parsed.data;
  throw wrong(`${place} is not a patch: ${z.prettifyError(parsed.error)}`);
}
