import "server-only";
import { migrate } from "@/lib/server/db";
import { apply } from "@/lib/server/config-file/apply";
import { childContext } from "./child-context";
import { readAndRecord } from "@/lib/server/config-file/watch/file-snapshot";
import { describe } from "@/lib/server/config-file/describe";

/* A panel running as another user: prints why the file is read-only for it, and then the result of a save. */

const context = childContext();

async function run(): Promise<void> {
  await migrate(context.db());
  const current = await readAndRecord(context);
  console.log(`reason ${(await describe(context, current)).file.readOnly}`);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value: 2 }];
  await apply(context, { baseEtag: current.etag, author: "ada", operations }).then(
    () => console.log("save done"),
    (error: unknown) => console.log(`save ${String((error as { code?: unknown }).code)}`),
  );
}

void run();
