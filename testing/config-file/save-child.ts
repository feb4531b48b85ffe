import "server-only";
import { byOperator } from "@/lib/shared/author";
import { migrate } from "@/lib/server/db";
import { saveOperations } from "@/lib/server/config-file/save-operations";
import { childFile } from "./child-file";
import { readAndRecord } from "@/lib/server/config-file/open-file";
import { describe } from "@/lib/server/config-file/describe";

/* A panel that runs as another user. Prints why the file is read-only for this user, and then the result of a save. */

const config = childFile();

async function run(): Promise<void> {
  await migrate(config.db);
  const current = await readAndRecord(config);
  console.log(`reason ${(await describe(config, current)).file.readOnly}`);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value: 2 }];
  await saveOperations(config, { baseEtag: current.etag, author: byOperator("ada"), operations }).then(
    () => console.log("save done"),
    (error: unknown) => console.log(`save ${String((error as { code?: unknown }).code)}`),
  );
}

void run();
