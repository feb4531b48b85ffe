import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { stoppedAudit, tamperAudit, testAudit } from "@/testing/test-audit";
import { onPostgres } from "@/testing/test-database";
import { headPath } from "./heads";
import { createPublisher } from "./publish";

test("a panel that starts after the newest entry was replaced reports it, and keeps the evidence", async () => {
  const { db, dataDir } = await stoppedAudit("a", "b");
  const evidence = readFileSync(headPath(dataDir), "utf8");
  await tamperAudit(
    db,
    "update audit_head set hash = '" + "0".repeat(64) + "' where name = 'audit'",
    "update audit set hash = '" + "0".repeat(64) + "' where id = 2",
  );
  const { audit, add, logged } = await testAudit({ db, dataDir });
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({
    msg: expect.stringMatching(/^The audit log is not intact\. Entry 2 in the database is not the entry 2/),
    head: { entry: 2 },
  });
  await add("c");
  await audit.stop();
  expect(readFileSync(headPath(dataDir), "utf8")).toBe(evidence);
});

test("a panel that starts after the head file was changed reports it, and keeps the file", async () => {
  const { db, dataDir } = await stoppedAudit("a", "b");
  const path = headPath(dataDir);
  writeFileSync(path, readFileSync(path, "utf8").replace('"entry":2', '"entry":1'));
  const evidence = readFileSync(path, "utf8");
  const again = await testAudit({ db, dataDir });
  await again.add("c");
  await again.audit.stop();
  expect(again.logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      level: 50,
      msg: `The audit log is not intact. ${path}, which names the newest entry, was changed outside the panel.`,
    },
  ]);
  expect(readFileSync(path, "utf8")).toBe(evidence);
});

test("heads are published at most once a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { add, logged } = await testAudit();
    const heads = () => logged.filter((line) => line.includes("Audit log head")).length;
    expect(heads()).toBe(1);
    await add("a", "b", "c");
    await vi.advanceTimersByTimeAsync(999);
    expect(heads()).toBe(1);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(logged.at(-1)).toContain('"entry":3'));
    expect(heads()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("a head is published once, and again only when it changes", async () => {
  const { add, audit, logged, dataDir } = await testAudit();
  const heads = () => logged.filter((line) => line.includes("Audit log head")).length;
  await add("a");
  await audit.verifyFurther();
  expect(heads()).toBe(2);
  await audit.verifyFurther();
  expect(heads()).toBe(2);
  expect(logged.join("")).not.toContain("not intact");
  rmSync(dataDir, { recursive: true });
  await add("b");
  await audit.verifyFurther();
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({
    msg: "The head of the audit log was not written",
    err: { code: "ENOENT" },
  });
});

// The pool of PostgreSQL has timers of its own.
test.skipIf(onPostgres())(
  "an entry whose transaction is still open is looked for every second, 30 times",
  async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { db, keyed, dataDir, log, logged, add } = await testAudit();
    const publisher = createPublisher({ db, log, keyed, dataDir });
    await publisher.start();
    logged.length = 0;
    const later = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        await vi.advanceTimersByTimeAsync(1_000);
        await publisher.flush();
      }
    };
    publisher.noteAdded(1);
    await later(29);
    expect(vi.getTimerCount()).toBe(1);
    await later(1);
    expect(vi.getTimerCount()).toBe(0);
    publisher.noteAdded(1);
    publisher.noteAdded(0);
    await later(1);
    expect(vi.getTimerCount()).toBe(1);
    await add("a");
    await later(2);
    expect(vi.getTimerCount()).toBe(0);
    publisher.noteAdded(2);
    await publisher.stop();
    expect(vi.getTimerCount()).toBe(0);
  },
);

// The pool of PostgreSQL has timers of its own.
test.skipIf(onPostgres())("a publisher publishes nothing before its start and after its end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { db, keyed, log } = await stoppedAudit("a");
  const dataDir = mkdtempSync(join(tmpdir(), "publish-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const publisher = createPublisher({ db, log, keyed, dataDir });
  publisher.noteAdded(1);
  await publisher.stop();
  expect([vi.getTimerCount(), readdirSync(dataDir)]).toEqual([0, []]);
  await publisher.start();
  await publisher.stop();
  expect(readdirSync(dataDir)).toEqual(["audit-head"]);
  rmSync(headPath(dataDir));
  publisher.noteAdded(2);
  await publisher.stop();
  expect([vi.getTimerCount(), readdirSync(dataDir)]).toEqual([0, []]);
});
