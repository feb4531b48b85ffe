import type { Registry } from "@/lib/shared/settings/registry";

/**
 * What it takes until a save becomes effective. An instance reads its file when it starts.
 * @param paths the settings that were written; absent where they are not known, as after a restore
 */
export function effectOf({ fieldAt }: Registry, paths: readonly string[] = []): string {
  const isNeverRead = paths.length > 0 && paths.every((path) => fieldAt(path)?.unused);
  if (!isNeverRead) return "Takes effect when your instance restarts.";
  return `Your instance never reads ${paths.length === 1 ? "this setting" : "these settings"}.`;
}
