/**
 * `npm run audit:verify`: reads the whole audit, even while the panel runs, and reports whether it is intact. Each
 * entry's hash is the SHA-256 of `<hash of the entry before> <id> <digest>`, where the digest is the SHA-256 of its
 * content as a JSON list; `audit_head` holds the newest. Names the first entry that was changed, inserted or removed,
 * and then exits with 1.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { SqliteConnection } from "../lib/server/db/sqlite-driver.cjs";

/** In the order in which an entry's content is hashed. */
const CONTENT = [
  "at",
  "actor",
  "user_id",
  "action",
  "target",
  "detail",
  "address",
  "browser",
  "outcome",
  "completes",
];
const BATCH = 5_000;

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** One reader for both databases; it reads a consistent snapshot. */
async function openDatabase() {
  const url = process.env.DATABASE_URL;
  if (url) {
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    const client = new pg.Client(url);
    await client.connect();
    await client.query("begin isolation level repeatable read read only");
    return { rows: async (text) => (await client.query(text)).rows, close: () => client.end() };
  }
  const path = join(resolve(process.env.DATA_DIR || "./data"), "instance.db");
  if (!existsSync(path))
    fail(`There is no database at ${path}. Set DATA_DIR to the same folder as for npm start.`);
  const database = new SqliteConnection(path, { readOnly: true, busyTimeout: 10_000 });
  database.exec("begin");
  return { rows: async (text) => database.prepare(text).all(), close: () => database.close() };
}

/** Follows the chain from its beginning. @returns its length and last hash, or the first thing wrong */
async function follow(database) {
  let last = { id: 0, hash: "0".repeat(64) };
  let count = 0;
  for (;;) {
    const rows = await database.rows(
      `select id, hash, ${CONTENT.join(", ")} from audit where id > ${last.id} order by id limit ${BATCH}`,
    );
    for (const row of rows) {
      const digest = sha256(JSON.stringify(CONTENT.map((name) => row[name])));
      if (row.hash !== sha256(`${last.hash} ${row.id} ${digest}`)) return { broken: row, after: last.id };
      last = { id: row.id, hash: row.hash };
      count += 1;
    }
    if (rows.length < BATCH) return { last, count };
  }
}

function describe({ id, at, actor, action }) {
  return `Entry ${id} (${new Date(at).toISOString()}, ${actor}, ${action})`;
}

try {
  const database = await openDatabase();
  const { broken, after, last, count } = await follow(database);
  if (broken) {
    fail(
      `${describe(broken)} is the first wrong entry: it was changed or added, or entries between ${after} and it were removed. Do not trust anything from there on.`,
    );
  }
  const [head] = await database.rows("select id, hash from audit_head where name = 'audit'");
  await database.close();
  if (!head) fail("The row of audit_head, which names the newest entry, is gone.");
  if (head.id > last.id) fail(`Entry ${last.id + 1} and everything up to ${head.id} were removed.`);
  if (head.id !== last.id || head.hash !== last.hash)
    fail(`Entry ${last.id} is not the one that was written last (${head.id}).`);
  console.log(`The audit log is intact: ${count} ${count === 1 ? "entry" : "entries"}.`);
} catch (error) {
  fail(
    `The audit log could not be read: ${error.message}. Start this version of the panel once, then try again.`,
  );
}
