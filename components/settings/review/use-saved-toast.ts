"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { toast } from "@/components/ui/toaster";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { isEnded } from "@/lib/shared/contract/values";
import { RequestError } from "@/components/shell/queries/call";
import type { RunningReport } from "@/lib/shared/contract/running";
import { takesEffect } from "@/lib/shared/settings/editions/edition";
import { useFileSummary, useConfigStore } from "../store/config-form";
import { configQuery, undoSave } from "../queries/config";
import { runningQuery } from "../queries/running";

export interface Saved {
  words: string;
  description?: string;
  /** Absent if unknown, for example after a restore. */
  paths?: readonly string[];
  /** If that version was unreadable, the save cannot be undone. */
  before: Pick<ConfigSnapshot, "etag" | "file">;
  after: Pick<ConfigSnapshot, "etag" | "consequences">;
}

const undoToastMs = 12_000;

export function useSavedToast(): (saved: Saved) => void {
  const { receive } = useConfigStore();
  const client = useQueryClient();
  const { naming } = useFileSummary();
  const undo = useCallback(
    async ({ before, after }: Saved) => {
      try {
        const undone = await undoSave(after.etag, before.etag);
        receive(undone);
        toast.success("Undone", {
          description: brokenBy(undone) ?? "The file is identical to the previous version, byte for byte.",
        });
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        toast.error("Not undone", {
          description:
            error.status === 412
              ? "The file has changed since then. Restore individual settings from the history."
              : error.message,
        });
      }
      // Refetches the raw text and the history too, because their query keys start with the file's key.
      await client.invalidateQueries({ queryKey: configQuery().queryKey });
    },
    [receive, client],
  );

  return useCallback(
    (saved) => {
      const { words, paths, before, after } = saved;
      const isWritten = before.etag !== after.etag;
      const broken = brokenBy(after);
      // Undoing a save that replaced a key breaks the same things again, so the history asks first.
      const canUndo = before.file.state === "usable" && isWritten && broken === undefined;
      const description =
        broken ??
        saved.description ??
        (isApplying(client)
          ? "An apply is in progress. These changes are not part of it, and a rollback does not affect them."
          : isWritten
            ? effectOf(editionOf(naming), paths, client.getQueryData(runningQuery().queryKey))
            : undefined);
      toast.success(words, {
        ...(description !== undefined && { description }),
        ...(canUndo && {
          duration: undoToastMs,
          action: { label: "Undo", onClick: () => void undo(saved) },
        }),
      });
    },
    [undo, naming, client],
  );
}

/** What stops working because a save replaced or cleared keys. */
const brokenBy = ({ consequences }: Pick<ConfigSnapshot, "consequences">): string | undefined =>
  consequences?.map(({ message }) => message).join(" ");

function isApplying(client: QueryClient): boolean {
  const apply = client.getQueryData(runningQuery().queryKey)?.apply;
  return apply !== undefined && apply !== null && !isEnded(apply.state);
}

/**
 * @param paths the written settings; absent if unknown, for example after a restore
 * @param running whether another program reads the file, and how that program can reload it
 */
export function effectOf(
  edition: Edition,
  paths: readonly string[] = [],
  running?: Pick<RunningReport, "state" | "ways">,
): string {
  const isNeverRead = paths.length > 0 && paths.every((path) => edition.registry.fieldAt(path)?.unused);
  if (isNeverRead)
    return `Your instance never reads ${paths.length === 1 ? "this setting" : "these settings"}.`;
  if (running?.state === "local") return "Takes effect immediately.";
  const canReload = running?.ways.some(({ isRestart }) => !isRestart) ?? false;
  const isEnough = paths.length > 0 && paths.every((path) => takesEffect(edition, path) !== "at start");
  return canReload && isEnough
    ? "Takes effect when your instance reloads its file."
    : "Takes effect when your instance restarts.";
}
