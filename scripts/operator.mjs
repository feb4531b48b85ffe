/**
 * `npm run operator -- reset NAME`: gives an operator who has lost the password a new one. `reset-factor NAME`: removes
 * an operator's second factor, such as a lost phone (`operator-command.ts`). Runs on the panel's machine, whether or not the panel is running.
 */
import { runCommand } from "./commands.mjs";

await runCommand("operator");
