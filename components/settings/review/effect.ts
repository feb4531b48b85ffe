import type { RunningReport } from "@/lib/shared/contract/running";
import type { Edition } from "@/lib/shared/settings/editions";
import { takesEffect } from "@/lib/shared/settings/editions/edition";

/**
 * What it takes until a save becomes effective.
 * @param paths the settings that were written; absent where they are not known, as after a restore
 * @param running what is known of the instance: whether another program reads the file at all, and how it is told to
 */
export function effectOf(
  edition: Edition,
  paths: readonly string[] = [],
  running?: Pick<RunningReport, "state" | "ways">,
): string {
  const isNeverRead = paths.length > 0 && paths.every((path) => edition.registry.fieldAt(path)?.unused);
  if (isNeverRead)
    return `Your instance never reads ${paths.length === 1 ? "this setting" : "these settings"}.`;
  if (running?.state === "local") return "In effect at once.";
  const canReload = running?.ways.some(({ isRestart }) => !isRestart) ?? false;
  const isEnough = paths.length > 0 && paths.every((path) => takesEffect(edition, path) !== "at start");
  return canReload && isEnough
    ? "Takes effect when your instance reloads its file."
    : "Takes effect when your instance restarts.";
}
