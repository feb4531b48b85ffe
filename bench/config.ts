import { byOperator } from "@/lib/shared/author";
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { saveOperations } from "@/lib/server/config-file/save-operations";
import { bareOptions, openFile, readAndRecord } from "@/lib/server/config-file/open-file";
import { migrate, openSqlite } from "@/lib/server/db";

/*
 * Compares a whole save of the configuration file (lock, read, parse, edit, check, version, write, confirm)
 * with a minimal write: write the same bytes, sync, rename, sync the folder. Saves and minimal writes
 * alternate, so that other load on the disk affects both equally.
 * Prints medians, 99th percentiles and the ratio of the medians.
 */

const rounds = Number(process.env.ROUNDS ?? 300);
const fixture = new URL("../e2e/fixtures/branded-full.json", import.meta.url);

/** BENCH_DIR selects the disk to measure. Set it if the default folder is a tmpfs, which is not on a disk. */
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "bench-config-"));
const path = join(folder, "config.json");
copyFileSync(fixture, path);
const db = openSqlite(join(folder, "instance.db"));
await migrate(db);
const config = openFile(bareOptions(path, folder, db));

function floor(bytes: Buffer): void {
  const [temp, target] = [join(folder, "floor.tmp"), join(folder, "floor.json")];
  const fd = openSync(temp, "w", 0o600);
  writeSync(fd, bytes);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(temp, target);
  const directory = openSync(folder, "r");
  fsyncSync(directory);
  closeSync(directory);
}

let etag = (await readAndRecord(config)).etag;
async function save(value: number): Promise<void> {
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value }];
  etag = (await saveOperations(config, { baseEtag: etag, author: byOperator("bench"), operations })).etag;
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const times: { floor: number[]; save: number[]; read: number[] } = { floor: [], save: [], read: [] };
for (let round = -20; round < rounds; round += 1) {
  const bytes = readFileSync(path);
  const bare = await timed(() => floor(bytes));
  const whole = await timed(() => save(1_000 + (round & 511)));
  const read = await timed(async () => void (await readAndRecord(config)));
  // The first rounds only warm up caches and the compiler.
  if (round < 0) continue;
  times.floor.push(bare);
  times.save.push(whole);
  times.read.push(read);
}
await db.destroy();
rmSync(folder, { recursive: true });

const at = (list: number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0;
const row = (name: string, list: number[]) =>
  `${name.padEnd(34)} ${at(list, 0.5).toFixed(2).padStart(8)} ms ${at(list, 0.99).toFixed(2).padStart(10)} ms`;
console.log(`${rounds} rounds, ${readFileSync(fixture).length} bytes, Node ${process.version}\n`);
console.log(`${"".padEnd(34)} ${"median".padStart(11)} ${"p99".padStart(13)}`);
console.log(row("floor: write, fsync, rename, fsync", times.floor));
console.log(row("save, end to end", times.save));
console.log(row("read, as every request does", times.read));
console.log(`\nsave / floor, medians: ${(at(times.save, 0.5) / at(times.floor, 0.5)).toFixed(2)}`);
