/**
 * The floor of `npm run bench:api`: a bare Node HTTP server that takes the same JSON and makes the same insert, as
 * durably, and does nothing else. Arguments: database file. Prints its port.
 */
import { createServer } from "node:http";
import SQLite from "better-sqlite3";

const database = new SQLite(process.argv[2]);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(`create table applications (
  id text primary key, name text not null, description text not null, icon text, bot_public integer not null,
  flags integer not null, owner_id text not null, bot_user_id text unique, created_at bigint not null
)`);
const insert = database.prepare("insert into applications values (?, ?, '', null, 1, 0, '1', null, ?)");
const create = database.transaction((id, name) => insert.run(id, name, Date.now())).immediate;
let last = 0;

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
