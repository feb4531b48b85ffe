/**
 * The baseline of `npm run bench:api`: a bare Node HTTP server. It reads the same JSON as the panel and makes
 * the same database insert with the same durability. The argument is the database file. Prints the port.
 */
import { createServer } from "node:http";
import { SqliteConnection } from "../lib/server/db/sqlite-driver.cjs";

const database = new SqliteConnection(process.argv[2], { busyTimeout: 0 });
database.exec("pragma journal_mode = WAL; pragma synchronous = FULL");
database.exec(`create table applications (
  id text primary key, name text not null, description text not null, icon text, bot_public integer not null,
  flags integer not null, owner_id text not null, bot_user_id text unique, created_at bigint not null
)`);
const begin = database.prepare("begin immediate");
const insert = database.prepare("insert into applications values (?, ?, '', null, 1, 0, '1', null, ?)");
const commit = database.prepare("commit");
let last = 0;

function create(id, name) {
  begin.run();
  insert.run(id, name, Date.now());
  commit.run();
}

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { name } = JSON.parse(Buffer.concat(parts).toString());
  const id = String((last += 1));
  create(id, name);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id, name }));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
