/** `npm run config -- COMMAND` reads, changes and compares the configuration file (`config-command.ts`). */
import { runCommand } from "./commands.mjs";

await runCommand("config");
