/**
 * `npm run audit:verify` verifies the whole audit log, even while the panel runs (`audit-verify-command.ts`). If the
 * log is not intact, the command names the first invalid entry and exits with code 1.
 */
import { runCommand } from "./commands.mjs";

await runCommand("audit-verify");
