/**
 * `npm run restore -- <folder>` verifies a backup and copies it to DATA_DIR, CONFIG_PATH and DATABASE_URL, while the panel
 * does not run (`restore-command.ts`).
 */
import { runCommand } from "./commands.mjs";

await runCommand("restore");
