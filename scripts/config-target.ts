import type { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Version } from "@/lib/server/config-file";
import type { configPatch } from "@/lib/shared/contract/config";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";

export type PatchFile = z.output<typeof configPatch>;
export type Edit = Omit<PatchFile, "base" | "omitted">;

export interface Saved {
  etag: string;
  /** Number of the new version. Null if the file already had these values. */
  version: number | null;
}

export interface ListedVersion {
  id: number;
  at: string;
  author: string;
  note: string | null;
}

/** What the commands work on: the file and its database on this machine, or a running panel. */
export interface ConfigTarget {
  read(): Promise<Pick<ConfigSnapshot, "etag" | "values" | "set">>;
  /** Returns the current file. Over HTTP, markers replace its secrets. */
  current(): Promise<Version>;
  /** Returns the bytes of the version that was recorded last. Null if there is none, or over HTTP. */
  lastRecorded(): Promise<Buffer | null>;
  /** Whether `current` has the secrets, so that they can be compared. */
  readonly hasSecrets: boolean;
  /** @throws AppError `config-changed` if the file is no longer the base version */
  save(edit: Edit, baseEtag: string): Promise<Saved>;
  history(): Promise<ListedVersion[]>;
  undo(id: number, note: string | undefined): Promise<{ etag: string }>;
}

/**
 * Saves a patch. Changes that others made after its base version are kept, unless they concern the same settings. A base
 * that the file never had belongs to another file, so there is nothing to compare.
 */
export async function savePatch(target: ConfigTarget, { base, ...edit }: PatchFile): Promise<Saved> {
  try {
    return await target.save(edit, base ?? (await target.read()).etag);
  } catch (error) {
    if (base === undefined || !(error instanceof AppError) || error.code !== "config-changed") throw error;
    const { conflicts, isBaseKnown, etag } = error.details;
    if (isBaseKnown && Array.isArray(conflicts) && conflicts.length > 0) throw error;
    return target.save(edit, String(etag));
  }
}
