/**
 * `npm run provision -- FILE` creates the bots that a file describes (`provision-command.ts`, docs/provisioning.md).
 */
import { runCommand } from "./commands.mjs";

// npm starts commands in the project's folder, but operators name files relative to the folder in which they call npm.
process.env.PROVISION_FOLDER = process.env.INIT_CWD ?? process.cwd();
await runCommand("provision");
