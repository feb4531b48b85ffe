import "server-only";
import { statSync } from "node:fs";
import { AppError } from "@/lib/errors";

/**
 * Remembers which file is at `path` now, and returns a function that throws once it has been replaced or removed. A
 * deleted or replaced SQLite file accepts writes as long as it is open, and all of them are lost when the process ends.
 */
export function placeKeeper(path: string): () => void {
  const opened = identityOf(path);
  return () => {
    if (identityOf(path) === opened) return;
    throw new AppError(
      "unavailable",
      "The panel's database was deleted or replaced while in use, so nothing can be stored. Nothing was changed. Restore the data folder (DATA_DIR) and restart the panel.",
    );
  };
}

function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}
