/**
 * `npm run backup -- <folder>` copies the panel's data to a new folder, even while the panel runs, and verifies the copy
 * (`backup-command.ts`). `npm run backup -- --verify <folder>` verifies an earlier backup.
 */
import { runCommand } from "./commands.mjs";

await runCommand("backup");
