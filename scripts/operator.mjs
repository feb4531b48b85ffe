/**
 * `npm run operator -- reset NAME` creates a new password for an operator. `reset-factor NAME` removes an operator's
 * second factor, such as a lost phone (`operator-command.ts`). The command runs on the panel's machine, whether or not
 * the panel is running.
 */
import { runCommand } from "./commands.mjs";

await runCommand("operator");
