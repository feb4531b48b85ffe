import "server-only";
import { byOperator } from "@/lib/shared/author";
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { saveOperations } from "@/lib/server/config-file/save-operations";
import { childFile } from "./child-file";
import { readAndRecord } from "@/lib/server/config-file/open-file";
import { type FileOps, realFileOps } from "@/lib/server/config-file/disk/disk";

/*
 * A panel process that saves in an endless loop until it is killed or its input ends. It prints "try N" before each
 * save and "ack N ETAG" after it. If KILL_BEFORE is K, it kills itself immediately before its Kth file-system call.
 * IN_PLACE makes it treat the file as a mount point, which cannot be replaced by renaming.
 */

const { KILL_BEFORE, IN_PLACE } = process.env;
const killBefore = KILL_BEFORE ? Number(KILL_BEFORE) : Infinity;
let calls = 0;
let armed = false;

const deadly = Object.fromEntries(
  Object.entries(realFileOps).map(([name, call]) => [
    name,
    (...parameters: unknown[]) => {
      if (armed && ++calls >= killBefore) process.kill(process.pid, "SIGKILL");
      return (call as (...parameters: unknown[]) => unknown)(...parameters);
    },
  ]),
) as unknown as FileOps;

const config = childFile({ retention: 1_000_000, ops: deadly });
config.state.busy = IN_PLACE !== undefined;

// Writes synchronously, so that the line is not lost if the process is killed immediately afterwards.
const say = (line: string) => writeSync(1, `${line}\n`);

async function saveForEver(): Promise<void> {
  for (;;) {
    const current = await readAndRecord(config);
    if (!current.version) throw new Error(`not usable: ${JSON.stringify(current.problems)}`);
    const last = current.version.rawOf("limits.user.maxBio");
    const next = Number(last) + 1;
    say(`try ${next}`);
    const saved = await saveOperations(config, {
      baseEtag: current.etag,
      author: byOperator("crash test"),
      operations: [
        { op: "set", path: "limits.user.maxBio", value: next },
        { op: "set", path: "register.email.domains", value: domains(next) },
      ],
    });
    say(`ack ${next} ${saved.etag}`);
  }
}

/** Returns a list whose length varies widely with the seed, so that the test notices an incomplete write. */
const domains = (seed: number): string[] =>
  Array.from({ length: (seed * 7919) % 400 }, (_, index) => `domain-${seed}-${index}.example.org`);

createInterface({ input: process.stdin })
  .once("line", () => {
    armed = true;
    void saveForEver();
  })
  .once("close", () => process.exit());
say("ready");
