/**
 * `npm run audit:verify`: verifies the whole audit log, even while the panel runs (`audit-verify-command.ts`). Exits with 1
 * and names the first wrong entry if it is not intact.
 */
import { runCommand } from "./commands.mjs";

await runCommand("audit-verify");
