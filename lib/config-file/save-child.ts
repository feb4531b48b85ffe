import "server-only";
import { migrate } from "@/lib/db";
import { apply } from "./apply";
import { childContext } from "./child-context";
import { observe } from "./current";
import { describe } from "./describe";

/* Another user's panel: says why the file is read-only for it, and then how a save ends. */

const context = childContext();

async function run(): Promise<void> {
  await migrate(context.db());
  const current = await observe(context);
  console.log(`reason ${(await describe(context, current)).file.readOnly}`);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value: 2 }];
  await apply(context, { baseEtag: current.etag, author: "ada", operations }).then(
    () => console.log("save done"),
    (error: unknown) => console.log(`save ${String((error as { code?: unknown }).code)}`),
  );
}

void run();
