/** `npm run build` builds the panel (`next.config.mjs`), for every path below which it may be served. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { finishBuild } from "./base-path.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const next = join(root, "node_modules/next/dist/bin/next");
const { status } = spawnSync(process.execPath, [next, "build"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
finishBuild(join(root, ".next"));
