import "server-only";
import { migrate } from "@/lib/db";
import { apply } from "./apply";
import { childDatabase } from "./child-database";
import { openContext } from "./context";
import { observe } from "./current";
import { describe } from "./describe";
import { realFileOps } from "./file-ops";

/* Another user's panel: says why the file is read-only for it, and then how a save ends. */

const { CONFIG, DATA } = process.env;
if (!CONFIG || !DATA) throw new Error("CONFIG and DATA are needed");
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

async function run(): Promise<void> {
  await migrate(db);
  const current = await observe(context);
  console.log(`reason ${(await describe(context, current)).file.readOnly}`);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value: 2 }];
  await apply(context, { baseEtag: current.etag, author: "ada", operations }).then(
    () => console.log("save done"),
    (error: unknown) => console.log(`save ${String((error as { code?: unknown }).code)}`),
  );
}

void run();
