/**
 * `npm run operator -- reset NAME`: gives an operator who has lost the password a new one (`operator-command.ts`). Runs
 * on the panel's machine, whether or not the panel is running.
 */
import { runCommand } from "./commands.mjs";

await runCommand("operator");
