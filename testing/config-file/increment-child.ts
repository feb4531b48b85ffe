import "server-only";
import { byOperator } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import { saveOperations } from "@/lib/server/config-file/save-operations";
import { childFile } from "./child-file";
import { readAndRecord } from "@/lib/server/config-file/open-file";

/* One of several panel processes that increment the same setting at the same time. Ends after COUNT increments. */

const path = "limits.user.maxBio";
const config = childFile();

/** Reads the setting, adds one and saves it. Returns false if another process has saved in the meantime. */
async function increment(): Promise<boolean> {
  const { etag, version } = await readAndRecord(config);
  if (!version) throw new Error("the file is not usable");
  const value = Number(version.rawOf(path)) + 1;
  try {
    await saveOperations(config, {
      baseEtag: etag,
      author: byOperator("counter"),
      operations: [{ op: "set", path, value }],
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "config-changed") return false;
    throw error;
  }
}

async function run(): Promise<void> {
  for (let left = Number(process.env.COUNT); left > 0;) if (await increment()) left -= 1;
  await config.db.destroy();
}

void run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
