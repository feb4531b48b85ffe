/** `npm run provision -- FILE`: makes bots as a file describes them (`provision-command.ts`, docs/provisioning.md). */
import { runCommand } from "./commands.mjs";

// npm starts commands in the project's folder, but files are named from where the operator stands.
process.env.PROVISION_FOLDER = process.env.INIT_CWD ?? process.cwd();
await runCommand("provision");
