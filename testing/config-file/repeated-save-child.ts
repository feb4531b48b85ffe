import "server-only";
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { saveOperations } from "@/lib/server/config-file/save-operations";
import { readAndRecord } from "@/lib/server/config-file/open-file";
import { AppError } from "@/lib/errors";
import { byOperator } from "@/lib/shared/author";
import { childFile } from "./child-file";

/*
 * A panel process that increments a setting for each line that it reads, and prints the result as JSON: the new etag, or
 * the error. IN_PLACE makes it treat the file as a mount point, which cannot be replaced by renaming.
 */

const path = "limits.user.maxBio";
const config = childFile({ retention: 1_000_000 });

async function increment(): Promise<object> {
  config.state.busy = process.env.IN_PLACE !== undefined;
  try {
    const { etag, version, problems } = await readAndRecord(config);
    if (!version) return { unreadable: problems[0]?.message };
    const saved = await saveOperations(config, {
      baseEtag: etag,
      author: byOperator("ada"),
      operations: [{ op: "set", path, value: Number(version.rawOf(path)) + 1 }],
    });
    return { etag: saved.etag };
  } catch (error) {
    if (error instanceof AppError)
      return { code: error.code, message: error.message, details: error.details };
    return { unexpected: String(error) };
  }
}

createInterface({ input: process.stdin })
  .on("line", () => void increment().then((result) => writeSync(1, `${JSON.stringify(result)}\n`)))
  .once("close", () => process.exit());
writeSync(1, "ready\n");
