import { statSync } from "node:fs";
import type { Env } from "@/lib/env";

/**
 * Files that root makes in the data folder belong to root, and the panel's user could not read them.
 * @throws Error if root runs the command, and the data folder belongs to another user
 */
export function refuseRoot({ dataDir }: Pick<Env, "dataDir">): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? 0;
  if (process.geteuid?.() === 0 && owner !== 0)
    throw new Error(
      `${dataDir} belongs to the user ${owner}, who could not read what root writes there. Run the command as that user, for example with sudo -u '#${owner}' and the panel's variables. Nothing was changed.`,
    );
}
