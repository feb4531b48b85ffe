import { statSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "@/lib/env";

/**
 * Files that root makes in the data folder belong to root, and the panel's user could not read them. The panel itself may
 * run as root in the folder of another user.
 * @throws Error if root runs the command, and the panel's files or, without files, the data folder belong to another user
 */
export function refuseRoot({ dataDir }: Pick<Env, "dataDir">): void {
  const places = ["instance.db", "audit-key", "nextauth-secret", ""].map((name) => join(dataDir, name));
  const owners = places.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.uid ?? []);
  const [owner = 0] = owners;
  if (process.geteuid?.() === 0 && owner !== 0)
    throw new Error(
      `The panel's files in ${dataDir} belong to the user ${owner}, who could not read what root writes there. Run the command as that user, for example with sudo -u '#${owner}' and the panel's variables. Nothing was changed.`,
    );
}
