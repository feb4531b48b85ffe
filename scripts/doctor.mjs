/** `npm run doctor` checks what the panel needs, and exits with 1 if something will fail (`doctor-command.ts`). */
import { runCommand } from "./commands.mjs";

await runCommand("doctor");
