import "server-only";
import { AppError } from "@/lib/errors";
import { apply } from "./apply";
import { childDatabase } from "./child-database";
import { openContext } from "./context";
import { observe } from "./current";
import { realFileOps } from "./file-ops";
import { readingOf } from "./reading";

/* One of several panel processes that count in the same setting. Ends when it has added COUNT times one. */

const { CONFIG, DATA, COUNT } = process.env;
if (!CONFIG || !DATA) throw new Error("CONFIG and DATA are needed");
const path = "limits.user.maxBio";

const db = childDatabase();
const context = openContext({
  path: CONFIG,
  dataDir: DATA,
  naming: undefined,
  readOnly: false,
  retention: 10,
  generates: false,
  db: () => db,
  ops: realFileOps,
});

/** Reads, adds one, saves; false when somebody else was quicker. */
async function increment(): Promise<boolean> {
  const { etag, version } = await observe(context);
  if (!version) throw new Error("the file is not usable");
  const value = Number(readingOf(version, undefined).rawOf(path)) + 1;
  try {
    await apply(context, { baseEtag: etag, author: "counter", operations: [{ op: "set", path, value }] });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "config-changed") return false;
    throw error;
  }
}

async function run(): Promise<void> {
  for (let left = Number(COUNT); left > 0;) if (await increment()) left -= 1;
  await db.destroy();
}

void run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
