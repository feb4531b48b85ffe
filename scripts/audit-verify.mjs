/**
 * `npm run audit:verify` verifies the whole audit log, even while the panel runs (`audit-verify-command.ts`). If the
 * log is not intact, the command names the first wrong entry and exits with 1.
 */
import { runCommand } from "./commands.mjs";

await runCommand("audit-verify");
