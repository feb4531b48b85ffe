import { byOperator } from "@/lib/shared/author";
import { existsSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { saveOperations } from "../save-operations";
import { readAndRecord } from "../open-file";
import { Version } from "../version";
import { testFile } from "@/testing/config-file/test-file";
import { thorough } from "@/testing/thorough";

/** Reads a file repeatedly on a separate thread. When stopped, reports all distinct contents that it has read. */
const readerSource = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { readFileSync } = require("node:fs");
  const seen = new Set();
  let reads = 0;
  let stopped = false;
  parentPort.once("message", () => (stopped = true));
  const loop = () => {
    for (let turn = 0; turn < 200; turn += 1, reads += 1) {
      try {
        seen.add(readFileSync(workerData, "utf8"));
      } catch (error) {
        seen.add(String(error));
      }
    }
    if (stopped) parentPort.postMessage({ seen: [...seen], reads });
    else setImmediate(loop);
  };
  parentPort.postMessage("reading");
  loop();
`;

const saves = thorough ? 2_000 : 80;
/**
 * Stores the file in memory if possible, because memory is faster. Readers see a rename there exactly as on a
 * disk.
 */
const where = existsSync("/dev/shm") ? { base: "/dev/shm", shared: true } : {};

test(
  `a reader in a tight loop sees only whole versions during ${saves} saves`,
  { timeout: 300_000 },
  async () => {
    const { config, write } = await testFile({}, where);
    write('{"register": {"email": {"domains": []}}, "limits": {"user": {"maxBio": 0}}}');
    const written = new Set([readFileSync(config.path, "utf8")]);
    const reader = new Worker(readerSource, { eval: true, workerData: config.path });
    const message = () => new Promise<unknown>((resolve) => reader.once("message", resolve));
    await message();

    let etag = (await readAndRecord(config)).etag;
    for (let count = 1; count <= saves; count += 1) {
      const domains = Array.from(
        { length: (count * 7919) % 300 },
        (_, index) => `d${count}-${index}.example`,
      );
      const operations = [
        { op: "set" as const, path: "register.email.domains", value: domains },
        { op: "set" as const, path: "limits.user.maxBio", value: count },
      ];
      etag = (await saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations })).etag;
      written.add(readFileSync(config.path, "utf8"));
    }

    const answer = message();
    reader.postMessage("stop");
    const { seen, reads } = (await answer) as { seen: string[]; reads: number };
    await reader.terminate();
    expect(seen.filter((text) => !written.has(text))).toEqual([]);
    expect(seen.every((text) => Version.parse(Buffer.from(text)).usable)).toBe(true);
    expect(seen.length).toBeGreaterThan(saves / 10);
    expect(reads).toBeGreaterThan(saves);
  },
);
