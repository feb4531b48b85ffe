/**
 * `npm run operator -- reset NAME`: sets a new password for an operator who has lost theirs. `reset-factor NAME`:
 * removes an operator's lost second factor, such as a phone (`operator-command.ts`). Runs on the panel's machine,
 * whether or not the panel is running.
 */
import { runCommand } from "./commands.mjs";

await runCommand("operator");
