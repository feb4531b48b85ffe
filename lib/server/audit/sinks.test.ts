import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { cutAudit, tamperAudit, testAudit } from "@/testing/test-audit";
import { dropLease, takeLease } from "@/lib/server/db";
import { thePanel } from "@/lib/shared/author";
import { createDelivery, MOST_WAITING } from "./delivery";
import { createSink } from "./sinks";
import { readHeads } from "./sinks/file";
import type { Sink, SinkEntry } from "./sinks/sink";
import { summaryOf } from "./verify";

function sinkFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "sink-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "audit.jsonl");
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("a file sink receives every entry once and in order, with the hash of the previous entry", async () => {
  const path = sinkFile();
  const { db, add, audit, verify } = await testAudit({ sink: createSink(`file:${path}`) });
  await add("a", "b");
  const actor = { kind: "operator", name: "ada" } as const;
  await audit.recordAudit(db, { actor, action: "test", target: "c", detail: { at: ["x", 1] } });
  await audit.stop();
  const lines = linesOf(readFileSync(path, "utf8"));
  expect(lines.map(({ entry, target, actor }) => [entry, target, actor])).toEqual([
    [1, "a", "ada"],
    [2, "b", "ada"],
    [3, "c", "ada"],
  ]);
  expect(lines.map(({ detail }) => detail)).toEqual([null, null, { at: ["x", 1] }]);
  expect(lines.map(({ previous }) => previous)).toEqual(["0".repeat(64), lines[0]?.hash, lines[1]?.hash]);
  expect(summaryOf(await verify())).toContain(`and with ${path} (3 entries, up to 3).`);
});

test("a file sink reveals removed last entries even if the data folder was removed too", async () => {
  const path = sinkFile();
  const sink = createSink(`file:${path}`);
  const { db, add, audit, dataDir, keyed } = await testAudit({ sink });
  await add("a", "b", "c");
  await audit.stop();
  await cutAudit(db, 1);
  await tamperAudit(db, "delete from audit_head where name = 'sink'");
  rmSync(join(dataDir, "audit-head"));
  const again = await testAudit({ db, sink, keyed });
  await again.add("x", "y", "z");
  await again.audit.stop();
  expect((await again.verify()).fault).toMatch(/^Entry 2 in the database is not the entry 2 that/);
});

test("entries after an incomplete line of a crash start on a line of their own", async () => {
  const path = sinkFile();
  const sink = createSink(`file:${path}`);
  const { add, audit, verify, db, dataDir } = await testAudit({ sink });
  await add("a");
  await audit.stop();
  appendFileSync(path, '{"entry":2,"ha');
  const again = await testAudit({ db, dataDir, sink });
  await again.add("b");
  await again.audit.stop();
  expect(readFileSync(path, "utf8").split("\n").at(-2)).toContain('"target":"b"');
  expect((await verify()).fault).toBeUndefined();
});

test("a file sink ends each line, and begins a new one only after an incomplete line", async () => {
  const path = sinkFile();
  const entry = { hash: "x", previous: "y", at: "", actor: "", action: "" };
  const { take } = createSink(`file:${path}`);
  await take([{ entry: 1, ...entry }]);
  await take([
    { entry: 2, ...entry },
    { entry: 3, ...entry },
  ]);
  const lines = readFileSync(path, "utf8").split("\n");
  expect(lines.map((line) => line.slice(0, 10))).toEqual(['{"entry":1', '{"entry":2', '{"entry":3', ""]);
  writeFileSync(path, "x");
  await take([{ entry: 4, ...entry }]);
  expect(readFileSync(path, "utf8")).toMatch(/^x\n\{"entry":4.*\}\n$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

/** A sink that fails while `isDown`. */
function brokenSink() {
  const state = { isDown: false, taken: 0 };
  const sink: Sink = {
    place: "test sink",
    take: async (entries) => {
      if (state.isDown) throw new Error("the disk is gone");
      state.taken += entries.length;
    },
  };
  return { sink, state };
}

test("actions fail when as many entries wait as the queue holds, and work again when the sink does", async () => {
  const { sink, state } = brokenSink();
  const { db, audit, add, dataDir, logged } = await testAudit({ sink });
  state.isDown = true;
  const origin = { address: null, browser: null };
  await db.transaction().execute(async (tx) => {
    for (let count = 1; count < MOST_WAITING; count += 1)
      await audit.recordAudit(tx, { actor: thePanel, action: "test", origin });
  });
  await add("the last that fits");
  await vi.waitFor(() => expect(logged.join("")).toContain("AUDIT_SINK does not take audit entries"), 10_000);
  const work = vi.fn(async () => 1);
  const entry = { actor: { kind: "operator", name: "ada" }, action: "test" } as const;
  await expect(audit.audited(db, entry, work)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/^Nothing was changed, because 1000 audit entries wait for test sink/),
  });
  const replica = await testAudit({ db, dataDir, sink });
  await expect(replica.add("of a replica")).rejects.toMatchObject({ code: "unavailable" });
  await replica.audit.stop();
  expect(work).not.toHaveBeenCalled();
  state.isDown = false;
  await vi.waitFor(() => expect(logged.join("")).toContain("AUDIT_SINK takes audit entries again"), 10_000);
  expect(state.taken).toBe(MOST_WAITING);
  expect(await audit.audited(db, entry, work)).toBe(1);
});

test("a full queue is known to the next process, and is delivered by it", async () => {
  const { sink, state } = brokenSink();
  const first = await testAudit({ sink });
  state.isDown = true;
  await first.add("a", "b");
  await first.audit.stop();
  expect(state.taken).toBe(0);
  state.isDown = false;
  const { db, dataDir } = first;
  await testAudit({ db, dataDir, sink });
  expect(state.taken).toBe(2);
});

test("only one replica delivers at a time, and none of the delivered entries waits", async () => {
  const { sink, state } = brokenSink();
  const { db, add } = await testAudit();
  const delivery = createDelivery({ db, sink, log: pino({ level: "silent" }) });
  await delivery.start();
  await takeLease(db, "audit-sink", { holder: "another replica", span: 60_000 });
  await add("a", "b", "c");
  delivery.noteAdded(3);
  await delivery.stop();
  expect([state.taken, delivery.waiting()]).toEqual([0, 3]);
  await dropLease(db, "audit-sink", "another replica");
  await delivery.start();
  expect([state.taken, delivery.waiting()]).toEqual([3, 0]);
  await delivery.stop();
});

test("after entries that somebody removed, a line contains the hash of the previous entry", async () => {
  const taken: SinkEntry[] = [];
  const sink: Sink = { place: "test sink", take: async (entries) => void taken.push(...entries) };
  const { db, add } = await testAudit();
  const delivery = createDelivery({ db, sink, log: pino({ level: "silent" }) });
  await delivery.start();
  await add("a", "b", "c", "d");
  await tamperAudit(db, "delete from audit where id = 2");
  await delivery.stop();
  const hashes = taken.map(({ hash }) => hash);
  expect(taken.map(({ entry, previous }) => [entry, previous])).toEqual([
    [1, "0".repeat(64)],
    [3, hashes[0]],
    [4, hashes[1]],
  ]);
});

test("a failing delivery is logged once, is named in refusals, and ends with the panel", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { sink, state } = brokenSink();
  const { db, add } = await testAudit();
  const logged: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
  const said = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  let queries = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => ((queries += 1), node),
    transformResult: async ({ result }) => result,
  });
  const delivery = createDelivery({ db: counted, sink, log });
  await delivery.start();
  state.isDown = true;
  await add("a", "b");
  delivery.noteAdded(MOST_WAITING);
  expect(() => delivery.assertRoom()).toThrow("entries wait for test sink (AUDIT_SINK). Fix the sink");
  for (let times = 0; times < 2; times += 1) {
    await delivery.stop();
    expect(() => delivery.assertRoom()).toThrow(
      "(AUDIT_SINK), which does not take them: the disk is gone. Fix",
    );
    await delivery.start();
  }
  const problem = {
    msg: "AUDIT_SINK does not take audit entries",
    reason: "the disk is gone",
    waiting: 1_000,
  };
  expect(said()).toMatchObject([{ ...problem, place: "test sink" }]);
  state.isDown = false;
  for (let times = 0; times < 2; times += 1) {
    const starting = delivery.start();
    await Promise.all([starting, delivery.stop()]);
    const before = queries;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(queries).toBe(before);
  }
  const recovered = { msg: "AUDIT_SINK takes audit entries again", place: "test sink" };
  expect(said().slice(1)).toMatchObject([recovered]);
});

test("the outcome of an action that began before the queue was full is recorded", async () => {
  const { sink, state } = brokenSink();
  const first = await testAudit({ sink });
  await first.audit.stop();
  state.isDown = true;
  const { db, dataDir } = first;
  await sql`update audit_head set id = ${MOST_WAITING - 2} where name = 'audit'`.execute(db);
  const { audit, add } = await testAudit({ db, dataDir, sink });
  const registry = new Registry();
  audit.start(registry);
  const waiting = async () =>
    /^instance_admin_audit_sink_waiting (\d+)$/m.exec(await registry.metrics())?.[1];
  expect(await waiting()).toBe("998");
  const entry = { actor: thePanel, action: "test" };
  await audit.audited(db, entry, () => add("the last that fits"));
  const last = await db.selectFrom("audit").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  expect(last).toMatchObject({ id: 1_001, completes: 999, outcome: "done" });
  await expect(add("one more")).rejects.toMatchObject({ code: "unavailable" });
  await expect(audit.audited(db, entry, () => add())).rejects.toMatchObject({ code: "unavailable" });
  expect(await waiting()).toBe("1001");
});

test("a delivery that has not begun, or has ended, does nothing when it is stopped", async () => {
  const { sink, state } = brokenSink();
  const { db, add } = await testAudit();
  let queries = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => ((queries += 1), node),
    transformResult: async ({ result }) => result,
  });
  const delivery = createDelivery({ db: counted, sink, log: pino({ level: "silent" }) });
  await delivery.stop();
  expect(queries).toBe(0);
  await delivery.start();
  await delivery.stop();
  queries = 0;
  await add("a");
  await delivery.stop();
  expect([queries, state.taken]).toEqual([0, 0]);
});

const anEntry = { entry: 1, hash: "x", previous: "y", at: "", actor: "", action: "" };

test.each([
  [200, true],
  [299, true],
  [300, false],
  [302, false],
  [404, false],
  [500, false],
])("an HTTP sink that answers %i has taken the entries: %j", async (status, isTaken) => {
  const proofs: unknown[] = [];
  const server = createHttpServer((request, response) => {
    proofs.push(request.headers.authorization);
    response.writeHead(status, { location: "/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { take } = createSink(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const taking = take([anEntry]);
  await (isTaken ? taking : expect(taking).rejects.toThrow());
  expect(proofs).toEqual([undefined]);
});

test("an HTTP sink receives JSON Lines, and its credentials are in no text", async () => {
  const bodies: string[] = [];
  const proofs: unknown[] = [];
  let status = 500;
  const server = createHttpServer((request, response) => {
    proofs.push(request.headers.authorization);
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (status === 204) bodies.push(body);
      response.writeHead(status).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sink = createSink(`http://user:pa%40ss@127.0.0.1:${port}/token-in-path`);
  const { add, audit, logged } = await testAudit({ sink });
  await add("a");
  await vi.waitFor(() => expect(logged.join("")).toContain(`http://127.0.0.1:${port} answered 500`), 3_000);
  expect(logged.join("")).not.toMatch(/token-in-path|pa@ss|pa%40ss/);
  status = 204;
  await audit.stop();
  expect(linesOf(bodies.join(""))).toMatchObject([{ entry: 1, target: "a" }]);
  expect(proofs.at(-1)).toBe(`Basic ${Buffer.from("user:pa@ss").toString("base64")}`);
});

test("a syslog sink sends each entry as a framed message of facility log audit", async () => {
  let received = "";
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    socket.on("data", (chunk) => (received += chunk.toString()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { add, audit, logged } = await testAudit({ sink: createSink(`syslog://127.0.0.1:${port}`) });
  await add("é");
  await audit.stop();
  expect(logged.join("")).not.toContain("AUDIT_SINK");
  const [length = "", message = ""] = [/^\d+/.exec(received)?.[0], received.replace(/^\d+ /, "")];
  expect(Buffer.byteLength(message)).toBe(Number(length));
  expect(message).toMatch(/^<109>1 \d{4}-\S+Z \S+ instance-admin \d+ audit - \{"entry":1,.*"target":"é"/);
});

test("a syslog server may have an IPv6 address", async ({ skip }) => {
  let received = "";
  const server = createServer((socket) => void socket.on("data", (chunk) => (received += chunk.toString())));
  const listening = await once(server.listen(0, "::1"), "listening").catch(() => null);
  if (listening === null) return skip();
  onTestFinished(() => void server.close());
  const { take } = createSink(`syslog://[::1]:${(server.address() as AddressInfo).port}`);
  await take([anEntry]);
  expect(received).toContain('"entry":1');
});

test("a syslog server that never closes the connection has not taken the entries after ten seconds", async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const timer = setInterval(() => socket.write("x"), 20);
    socket.on("error", () => undefined).on("close", () => clearInterval(timer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const connected = once(server, "connection");
  const { take } = createSink(`syslog://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const taken = take([anEntry]);
  const refused = expect(taken).rejects.toThrow("no answer within 10 s");
  await connected;
  vi.advanceTimersByTime(10_000);
  await refused;
});

test("a syslog sink waits for nothing more after the server has closed the connection", async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { take } = createSink(`syslog://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await take([anEntry]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a syslog server that refuses the connection has not taken the entries", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { take } = createSink(`syslog://127.0.0.1:${port}`);
  await expect(take([anEntry])).rejects.toThrow("ECONNREFUSED");
});

test("a file of heads may contain other lines, and a file that does not exist has no heads", async () => {
  const path = sinkFile();
  const sink = createSink(`file:${path}`);
  const read = async () => {
    const heads = [];
    for await (const { entry } of sink.heads?.() ?? []) heads.push(entry);
    return heads;
  };
  expect(await read()).toEqual([]);
  const head = { entry: 1, hash: "h".repeat(64) };
  writeFileSync(path, `text\n{}\n${JSON.stringify(head)}\n{"entry":2,"hash":"short"}\n`);
  expect(await read()).toEqual([1]);
  await expect(readHeads(join(path, "below-a-file")).next()).rejects.toThrow("ENOTDIR");
});

test.skipIf(!existsSync("/proc/self/fd"))("a file sink closes its file", async () => {
  const path = sinkFile();
  await createSink(`file:${path}`).take([anEntry]);
  const open = readdirSync("/proc/self/fd").map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return "";
    }
  });
  expect(open).not.toContain(path);
});
