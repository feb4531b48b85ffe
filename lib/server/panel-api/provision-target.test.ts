import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { byOperator, commandLine } from "@/lib/shared/author";
import { listAudit } from "@/lib/server/audit";
import { configFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { changeOperator } from "@/lib/server/operators/accounts";
import { forgetSingletons } from "@/testing/singletons";
import { placeMigrated } from "@/testing/test-database";
import { PASSWORD } from "@/testing/test-panel";
import { scriptedInstance } from "@/testing/scripted-instance";
import { saveConnection } from "./chosen-instance";
import { addPerson } from "./first-run";
import { openTarget } from "./provision-target";

/* Each test runs the provision command as a process. The panel has the operators keeper and mara. */

let folder = "";
const database = () => join(folder, "instance.db");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "target-"));
  vi.stubEnv("DATA_DIR", folder).stubEnv("LOG_LEVEL", "silent");
  forgetSingletons();
  writeFileSync(join(folder, "config.json"), JSON.stringify({ security: { jwtSecret: "x".repeat(40) } }));
  return async () => {
    await configFile().stop();
    await db()
      .destroy()
      .catch(() => undefined);
    vi.unstubAllEnvs();
    forgetSingletons();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** Creates the panel's database with operators of these names. @returns their ids */
async function panelWith(names: readonly string[]): Promise<number[]> {
  await placeMigrated(database());
  await addPerson.prepare();
  const ids: number[] = [];
  for (const username of names)
    ids.push(
      (
        await db()
          .transaction()
          .execute((tx) => addPerson.insert(tx, { username, password: PASSWORD }))
      ).id,
    );
  return ids;
}

const me = { id: "1574425641619554304", username: "ada" };

test("the bots belong to the named operator, or to the first enabled operator if none is named", async () => {
  const [keeper] = await panelWith(["keeper", "mara", "bosun"]);
  const first = await openTarget(undefined);
  expect(first).toMatchObject({ target: { owner: "keeper" }, isFirstOperator: true });
  expect(await openTarget("mara")).toMatchObject({ target: { owner: "mara" }, isFirstOperator: false });
  await changeOperator(db(), keeper!, { disabled: true });
  expect(await openTarget(undefined)).toMatchObject({ target: { owner: "mara" }, isFirstOperator: true });
  expect(await openTarget("keeper")).toMatchObject({ target: { owner: "keeper" } });
  await first.close();
  await expect(db().selectFrom("operators").selectAll().execute()).rejects.toThrow();
});

test("changes are recorded as made by the command line", async () => {
  await panelWith(["keeper"]);
  const { target } = await openTarget(undefined);
  expect(await target.instance.applications.create("From the shell")).toMatchObject({
    owner: { username: "keeper" },
  });
  const [newest] = await listAudit(db(), { limit: 1 });
  expect(newest).toMatchObject({
    action: "application.create",
    actor: commandLine.name,
    actorKind: commandLine.kind,
  });
});

test("an unknown operator is refused with the names of all operators, and the database is closed", async () => {
  await panelWith(["keeper", "mara"]);
  await expect(openTarget("nobody")).rejects.toThrow(
    'There is no operator named "nobody" who could own the bots. Operators: keeper, mara.',
  );
  await expect(db().selectFrom("operators").selectAll().execute()).rejects.toThrow();
});

test("the command fails with the next step if the panel has no operators", async () => {
  await panelWith([]);
  await expect(openTarget(undefined)).rejects.toThrow("There is no operator yet");
});

test("the command fails if the data folder has no database, and creates none", async () => {
  await expect(openTarget(undefined)).rejects.toThrow(`There is no database at ${database()}. Set DATA_DIR`);
  expect(existsSync(database())).toBe(false);
});

test("an instance from the environment needs no database, and its token is in INSTANCE_USER_TOKEN", async () => {
  const instance = await scriptedInstance({ "GET /users/@me": [200, me] });
  vi.stubEnv("INSTANCE_API_URL", instance.apiUrl);
  forgetSingletons();
  await expect(openTarget(undefined)).rejects.toThrow(
    `on your instance at ${instance.apiUrl}. Set INSTANCE_USER_TOKEN`,
  );
  vi.stubEnv("INSTANCE_USER_TOKEN", "user-token");
  forgetSingletons();
  await expect(openTarget("keeper")).rejects.toThrow("Remove the owner");
  const { target, isFirstOperator, close } = await openTarget(undefined);
  expect([target.owner, isFirstOperator]).toEqual(["ada", false]);
  expect(instance.asked).toMatchObject([{ route: "GET /users/@me", token: "user-token" }]);
  await close();
  expect(existsSync(database())).toBe(false);
});

test("the owner is shown as your account if the instance does not report the account's name", async () => {
  const instance = await scriptedInstance({
    "POST /oauth2/authorize": [404, { code: 10_002, message: "Unknown Application" }],
  });
  vi.stubEnv("INSTANCE_API_URL", instance.apiUrl).stubEnv("INSTANCE_USER_TOKEN", "user-token");
  forgetSingletons();
  expect((await openTarget(undefined)).target.owner).toBe("your account");
});

test("an instance that an operator chose in the panel is used, with the API version of the file", async () => {
  const instance = await scriptedInstance({ "GET /users/@me": [200, me] });
  await panelWith(["keeper"]);
  writeFileSync(join(folder, "config.json"), JSON.stringify({ api: { defaultVersion: "8" } }));
  await saveConnection(byOperator("keeper"), { mode: "connected", url: instance.apiUrl });
  await db().destroy();
  vi.stubEnv("INSTANCE_USER_TOKEN", "user-token");
  forgetSingletons();
  const { target, isFirstOperator, close } = await openTarget(undefined);
  expect([target.owner, isFirstOperator]).toEqual(["ada", false]);
  await close();
  await expect(db().selectFrom("operators").selectAll().execute()).rejects.toThrow();
});
