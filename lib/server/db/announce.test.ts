import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { Announcements } from "./announce";
import { onPostgres, testDatabaseUrl } from "@/testing/test-database";
import { openPostgres } from "./index";

// PostgreSQL only, because processes that share a SQLite file have no channel for announcements.
test.skipIf(!onPostgres())(
  "announcements reach every listener on their channel, even after a reconnect",
  async () => {
    const url = await testDatabaseUrl();
    const db = openPostgres(url);
    onTestFinished(() => db.destroy());
    const [one, other, elsewhere] = [vi.fn(), vi.fn(), vi.fn()];
    // Each `Announcements` simulates a process. `both` later listens on a second channel over the same
    // connection.
    const [both, single] = [new Announcements(url), new Announcements(url)];
    onTestFinished(() => [both, single].forEach((each) => each.stop()));
    both.listen("config", one);
    single.listen("config", other);
    await vi.waitFor(() => expect(one).toHaveBeenCalledTimes(1));
    both.listen("else", elsewhere);
    // Each listener is called once when it starts listening.
    for (const listener of [one, other, elsewhere])
      await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    await sql`select pg_notify('config', '')`.execute(db);
    for (const listener of [one, other]) await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    expect(elsewhere).toHaveBeenCalledTimes(1);
    await sql`select pg_notify('else', '')`.execute(db);
    await vi.waitFor(() => expect(elsewhere).toHaveBeenCalledTimes(2));
    const connections = await sql`select pid from pg_stat_activity
    where query like 'listen %' and datname = current_database()`.execute(db);
    expect(connections.rows).toHaveLength(2);

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = current_database()`.execute(db);
    for (const listener of [one, other, elsewhere]) {
      await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(3), { timeout: 10_000 });
    }
    await sql`select pg_notify('config', '')`.execute(db);
    for (const listener of [one, other]) await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(4));
  },
);

test.skipIf(!onPostgres())(
  "a connection that is ready only after the end of its process's work is closed",
  async () => {
    const target = new URL(await testDatabaseUrl());
    const proxy = createServer((socket) => {
      socket.pipe(connect(Number(target.port), target.hostname)).pipe(socket);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void proxy.close());
    await once(proxy, "listening");
    const url = new URL(target);
    url.port = String((proxy.address() as AddressInfo).port);
    const announcements = new Announcements(url.href);
    announcements.listen("config", () => undefined);
    announcements.stop();
    const [socket] = (await once(proxy, "connection")) as [Socket];
    await once(socket, "close");
  },
);
