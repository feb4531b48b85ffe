import { expect, test } from "vitest";
import { listAudit } from "@/lib/server/audit";
import { testInstanceStore } from "@/testing/test-instance-store";

async function withBot() {
  const t = await testInstanceStore();
  const [ada, bo] = [
    await t.store.createUser({ username: "ada" }),
    await t.store.createUser({ username: "bo" }),
  ];
  const { id } = await t.store.createApplication(ada.id, { name: "Lamp" });
  await t.store.createBot(ada.id, id);
  const entries = async () =>
    (await listAudit(t.db)).map(({ action, actor, target, detail }) => ({ action, actor, target, detail }));
  return { ...t, ada: ada.id, bo: bo.id, id, entries };
}

test("the owner reads, edits and deletes an application, and each change has an audit entry", async () => {
  const { store, ada, id, entries } = await withBot();
  expect(await store.getApplication(ada, id)).toMatchObject({ id, name: "Lamp", botPublic: true });
  const edited = await store.editApplication(ada, id, { name: "Beacon", botPublic: false });
  expect(edited).toMatchObject({ name: "Beacon", botPublic: false, bot: { username: "Beacon" } });
  expect((await entries())[0]).toMatchObject({
    action: "bot.edit",
    target: "Beacon",
    detail: { application: id, changed: ["name", "public"] },
  });
  await store.deleteApplication(ada, id);
  expect((await entries())[0]).toMatchObject({
    action: "bot.delete",
    target: "Beacon",
    detail: { application: id },
  });
  await expect(store.getApplication(ada, id)).rejects.toMatchObject({ code: "unknown-application" });
});

test("only the owner can read, edit or delete an application, and a refusal changes nothing", async () => {
  const { store, ada, bo, id } = await withBot();
  const calls = [
    (caller: string, application: string) => store.getApplication(caller, application),
    (caller: string, application: string) => store.editApplication(caller, application, { name: "Mine" }),
    (caller: string, application: string) => store.deleteApplication(caller, application),
  ];
  for (const call of calls) {
    await expect(call(bo, id)).rejects.toMatchObject({ code: "not-application-owner" });
    for (const unknown of ["1", "' or 1=1", ada])
      await expect(call(ada, unknown)).rejects.toMatchObject({ code: "unknown-application" });
  }
  expect(await store.getApplication(ada, id)).toMatchObject({ name: "Lamp" });
});
