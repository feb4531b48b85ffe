import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { changeEnv, configFile, db, operators, theRooms } from "@/testing/rooms";
import { openTestPanel, type Visitor } from "@/testing/test-panel";

const panel = openTestPanel({ general: { instanceName: "Harbor" } }, { LOG_LEVEL: "silent" });

beforeEach(async () => {
  for (const table of ["applies", "planned_applies"] as const) await db().deleteFrom(table).execute();
  changeEnv({ instanceReload: [] });
});

async function insertApply(
  row: { state?: string; actor?: string; taken_back?: string } = {},
): Promise<number> {
  const { state = "confirmed", actor = "keeper", taken_back = "[]" } = row;
  const created_at = Date.now();
  const { id } = await db()
    .insertInto("applies")
    .values({
      file_id: await configFile().id(),
      etag: "1".repeat(64),
      revision: 1,
      way: "command",
      state,
      actor,
      ...{
        from_etag: null,
        from_content: null,
        from_revision: null,
        checks: "[]",
        output: "",
        reason: null,
      },
      ...{
        taken_back,
        answer: null,
        back_etag: null,
        back_revision: null,
      },
      ...{
        created_at,
        ended_at: state === "asking" ? null : created_at,
        planned_at: null,
      },
      ...{
        holder: null,
        lease_until: 0,
        deadline: null,
      },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

describe("an apply", () => {
  test("is refused if INSTANCE_RELOAD is not set", async () => {
    const { status } = await panel.ask("applyFile", { body: {} });
    expect(status).toBe(409);
    expect(await panel.entries()).toMatchObject([
      { action: "running.apply", target: (await configFile().read()).etag, outcome: "failed" },
    ]);
    expect(await panel.get("listPastApplies")).toEqual({ applies: [], next: null });
  });

  test("uses the requested reload method", async () => {
    changeEnv({ instanceReload: [{ way: "broker" }, { way: "command", command: ["/no/such/program"] }] });
    // A check-in is possible only if there is a version to roll back to.
    expect(await panel.ask("applyFile", { body: { way: "command", checkIn: 3 } })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("No other version is known to work") as unknown },
    });
    const { id, actor, way } = await panel.get("applyFile", { body: { way: "command" } });
    expect([actor, way]).toEqual(["keeper", "command"]);
    expect(await panel.entries()).toMatchObject([
      { action: "running.apply", outcome: "done", detail: { apply: id, way: "command" } },
    ]);
    // The apply fails, because its command does not exist.
    await vi.waitFor(
      async () => expect((await panel.get("readRunning")).apply?.state).toBe("failed"),
      20_000,
    );
  });

  test("is listed, and returned by its number", async () => {
    const [first, second] = [await insertApply(), await insertApply({ actor: "mara" })];
    expect((await panel.get("listPastApplies")).applies.map(({ id, actor }) => [id, actor])).toEqual([
      [second, "mara"],
      [first, "keeper"],
    ]);
    const earlier = await panel.get("listPastApplies", { query: { before: String(second) } });
    expect(earlier.applies.map(({ id }) => id)).toEqual([first]);
    expect(await panel.get("readApply", { params: { id: first } })).toMatchObject({ apply: { id: first } });
    expect(await panel.get("readRunning")).toMatchObject({ apply: { id: second, actor: "mara" } });
  });

  test("shows the instance's output only to operators who may read the output", async () => {
    const id = await insertApply();
    await db().updateTable("applies").set({ instance_log: "started" }).where("id", "=", id).execute();
    const { operator } = panel;
    const outputFor = async (changes: Parameters<typeof panel.as>[0]) =>
      (await panel.as(changes).get("readApply", { params: { id } })).instanceLog;
    expect(await outputFor({ role: "viewer" })).toBe("");
    expect(await outputFor({ role: "editor" })).toBe("started");
    expect(await outputFor({ role: "editor", operator: { ...operator, sections: ["limits"] } })).toBe("");
  });

  test.each(["x", "0", "-1", "1.5", "9".repeat(16), "01"])(
    "with the invalid number %j is not found",
    async (id) => {
      for (const [name, body] of [
        ["readApply", undefined],
        ["takeDrafts", undefined],
        ["answerApply", { answer: "keep" }],
      ] as const)
        expect(await panel.ask(name, { params: { id }, body })).toMatchObject({
          status: 404,
          body: { detail: "There is no apply with this number. Reload the page." },
        });
    },
  );

  test("stores the operator's decision to keep the new version", async () => {
    const id = await insertApply({ state: "asking" });
    expect((await panel.ask("answerApply", { params: { id }, body: { answer: "perhaps" } })).status).toBe(
      422,
    );
    expect(await panel.get("answerApply", { params: { id }, body: { answer: "keep" } })).toMatchObject({
      id,
    });
    expect(await panel.entries()).toMatchObject([
      { action: "running.answer", detail: { apply: id, answer: "keep" } },
    ]);
    const row = await db().selectFrom("applies").select("answer").where("id", "=", id).executeTakeFirst();
    expect(row).toEqual({ answer: "keep" });
  });

  test("returns its rolled-back settings only to the operator who started it", async () => {
    const id = await insertApply({
      state: "rolled-back",
      actor: "mara",
      taken_back: '[{"path":"general.image","known":true,"before":null,"after":"x"}]',
    });
    expect(await panel.get("takeDrafts", { params: { id } })).toMatchObject({ operations: [] });
    expect(await db().selectFrom("applies").select("drafts_offered").execute()).toEqual([
      { drafts_offered: 0 },
    ]);
    const mara = await panel.visitor({ username: "mara" });
    await mara.ask("takeDrafts", { params: { id } });
    expect(await db().selectFrom("applies").select("drafts_offered").execute()).toEqual([
      { drafts_offered: 1 },
    ]);
  });

  test("is previewed together with the state of the instance", async () => {
    expect(await panel.get("previewApply")).toMatchObject({ preflight: expect.anything() });
  });
});

describe("a planned apply", () => {
  beforeEach(() => {
    changeEnv({ instanceReload: [{ way: "command", command: ["true"] }] });
  });
  const soon = () => new Date(Date.now() + 3_600_000).toISOString();

  test("can be canceled by another operator", async () => {
    const at = soon();
    expect(await panel.get("planApply", { body: { at } })).toMatchObject({ at, actor: "keeper" });
    expect(await panel.entries()).toMatchObject([{ action: "running.plan", target: at }]);
    expect((await panel.ask("planApply", { body: { at } })).status).toBe(409);
    const mate = await panel.visitor({ username: "bosun" });
    expect(await mate.get("cancelPlan")).toMatchObject({ at, actor: "keeper" });
    expect(await panel.entries()).toMatchObject([
      { action: "running.plan.cancel", actor: "bosun", target: at, detail: { actor: "keeper" } },
    ]);
    expect((await panel.ask("cancelPlan")).status).toBe(409);
  });

  test("is refused if its time has passed or is invalid", async () => {
    expect((await panel.ask("planApply", { body: { at: "2020-01-01T00:00:00Z" } })).status).toBe(422);
    expect((await panel.ask("planApply", { body: { at: "tomorrow" } })).status).toBe(422);
    const at = "2020-01-02T00:00:00Z";
    expect((await panel.ask("planApply", { body: { at, checkIn: 5 } })).status).toBe(422);
    expect(await panel.entries()).toMatchObject([
      { action: "running.plan", target: at, outcome: "failed", detail: { checkIn: 5 } },
    ]);
  });
});

test("a manual restart is recorded", async () => {
  panel.connect("http://127.0.0.1:9/api");
  onTestFinished(() => panel.connect());
  const { status } = await panel.ask("markRestarted");
  expect(status).toBeLessThan(500);
  expect((await panel.entries())[0]).toMatchObject({ action: "running.mark" });
});

describe("connection checks", () => {
  test("record the address of a list without credentials", async () => {
    const address = "http://user:hunter2@127.0.0.1:9/list.txt";
    expect((await panel.ask("downloadList", { body: { address } })).status).toBeGreaterThanOrEqual(400);
    const [entry] = await panel.entries();
    expect(entry).toMatchObject({
      outcome: "failed",
      detail: { address: expect.stringContaining("@127.0.0.1:9/list.txt") as unknown },
    });
    expect(JSON.stringify(entry)).not.toContain("hunter2");
  });

  test("record no values of settings in the audit log", async () => {
    const operations = [{ op: "set", path: "rabbitmq.host", value: "amqp://user:hunter2@127.0.0.1:9" }];
    const body = { operations, confirmed: ["127.0.0.1:9"] };
    const result = await panel.get("runCheck", { params: { kind: "broker" }, body });
    expect(result.ok).toBe(false);
    expect(result.steps.some(({ ok }) => !ok)).toBe(true);
    const [entry] = await panel.entries();
    expect(entry).toMatchObject({
      action: "config.check",
      target: "broker",
      detail: { paths: ["rabbitmq.host"], confirmed: ["127.0.0.1:9"], ok: false },
    });
    expect(JSON.stringify(entry)).not.toContain("hunter2");
    expect(entry?.detail).not.toHaveProperty("to");
    await panel.ask("runCheck", {
      params: { kind: "smtp" },
      body: { operations: [], to: "ada@example.org" },
    });
    expect((await panel.entries())[0]).toMatchObject({
      target: "smtp",
      detail: { paths: [], to: "ada@example.org" },
    });
  });

  test("respond to an unknown kind with an error that lists all kinds", async () => {
    expect(
      await panel.ask("runCheck", { params: { kind: "weather" }, body: { operations: [] } }),
    ).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^There is no check weather\. The checks are: .+broker/) },
    });
  });
});

describe("the event stream", () => {
  /** Opens a stream. `next` skips comments and returns the next event, or undefined after the stream's end. */
  async function opened(
    name: "panelEvents" | "applyEvents" | "instanceLogEvents",
    visitor: Visitor = panel,
    query = {},
  ) {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const { stream, status } = await visitor.ask(name, { signal: leaving.signal, query });
    expect(status).toBe(200);
    const reader = stream!
      .pipeThrough(new TextDecoderStream() as never)
      .getReader() as ReadableStreamDefaultReader<string>;
    const next = async (): Promise<{ event: string; data: unknown } | undefined> => {
      const { value, done } = await reader.read();
      if (done) return undefined;
      const [, event, data] = /^event: (.+)\ndata: (.+)\n\n$/.exec(value) ?? [];
      return event === undefined ? next() : { event, data: JSON.parse(data ?? "null") as unknown };
    };
    return { next, leave: () => leaving.abort() };
  }

  test("sends only the current state if `once` is set", async () => {
    const id = await insertApply();
    const { next } = await opened("panelEvents", panel, { once: "1" });
    const events = [await next(), await next(), await next()].toSorted((a, b) =>
      a!.event.localeCompare(b!.event),
    );
    expect(events).toMatchObject([
      { event: "apply", data: { id } },
      {
        event: "hello",
        data: { etag: (await configFile().read()).etag, state: "usable", latest: expect.any(Number) },
      },
      { event: "presence", data: [] },
    ]);
    expect(await next()).toBeUndefined();
  });

  test("reports changes to the file until the browser disconnects", async () => {
    const { next, leave } = await opened("panelEvents");
    for (const _ of ["apply", "hello", "presence"]) await next();
    const operations = [{ op: "set", path: "general.instanceName", value: "Pier" }];
    const { etag } = await panel.get("saveConfig", { body: { operations } });
    expect(await next()).toMatchObject({
      event: "config",
      data: {
        etag,
        author: "keeper",
        changed: ["general.instanceName"],
        latest: await configFile().history.newest(),
      },
    });
    leave();
    expect(await next()).toBeUndefined();
  });

  test("reports at once who edits settings, and within ten seconds that a report has expired", async () => {
    const mate = await panel.visitor({});
    const before = Date.now();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { next, leave } = await opened("panelEvents");
    for (const _ of ["apply", "hello", "presence"]) await next();
    const timers = vi.getTimerCount();
    await mate.get("reportPresence", { body: { tab: "a", paths: ["general.instanceName"] } });
    const others = [{ username: mate.operator.username, paths: ["general.instanceName"] }];
    expect(await next()).toEqual({ event: "presence", data: others });
    await vi.advanceTimersByTimeAsync(50_000);
    // The same report is not sent again.
    expect(await next()).toEqual({ event: "presence", data: [] });
    expect(Date.now()).toBeGreaterThanOrEqual(before + 50_000);
    leave();
    expect(await next()).toBeUndefined();
    expect(vi.getTimerCount()).toBeLessThan(timers);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("reports new output of the instance, and a problem with it", async () => {
    changeEnv({ instanceLog: { kind: "file", path: "/nowhere/instance.log" } });
    const { instanceLog } = theRooms();
    onTestFinished(() => {
      instanceLog.stop();
      changeEnv({ instanceLog: undefined });
    });
    const { next } = await opened("instanceLogEvents");
    expect(await next()).toMatchObject({ event: "log", data: { problem: null } });
    instanceLog.start();
    const problem = expect.stringContaining("/nowhere/instance.log cannot be read") as unknown;
    expect(await next()).toMatchObject({ event: "log", data: { problem } });
  });

  test("reports each new state of the apply", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const id = await insertApply({ state: "asking" });
    const { next } = await opened("applyEvents");
    expect(await next()).toMatchObject({ event: "apply", data: { id, state: "asking" } });
    await vi.advanceTimersByTimeAsync(1_000);
    await db().updateTable("applies").set({ state: "kept", ended_at: Date.now() }).execute();
    const following = next();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await following).toMatchObject({ event: "apply", data: { id, state: "kept" } });
  });

  test("ends with the event `signed-out` if the operator's sessions end", async () => {
    const mate = await panel.visitor({});
    const { next } = await opened("applyEvents", mate);
    await next();
    await operators().endSessions(mate.operator.id);
    await operators().announceEndedSessions();
    expect(await next()).toMatchObject({ event: "signed-out" });
    expect(await next()).toBeUndefined();
  });
});
