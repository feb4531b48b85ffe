import { existsSync, writeFileSync } from "node:fs";
import { db, operators, theRooms } from "@/testing/rooms";
import { beforeEach, expect, test } from "vitest";
import { byOperator, commandLine } from "@/lib/shared/author";
import { listAudit } from "@/lib/server/audit";
import { panelProcess } from "@/testing/panel-process";
import { placeMigrated } from "@/testing/test-database";
import { PASSWORD } from "@/testing/test-panel";
import { scriptedInstance } from "@/testing/scripted-instance";
import { openTarget } from "@/scripts/provision-target";

/*
 * Each test runs the provision command like a separate process. The panel has the operators keeper and mara.
 */

const panel = panelProcess();
const security = { jwtSecret: "a secret of more than thirty-two bytes" };
beforeEach(() => writeFileSync(panel.configPath, JSON.stringify({ security })));

/** SQLite removes this file when the last connection closes. */
const isDatabaseOpen = () => existsSync(`${panel.databasePath}-wal`);

/** Creates the panel's database with operators of these names. @returns their ids */
async function panelWith(names: readonly string[]): Promise<number[]> {
  await placeMigrated(panel.databasePath);
  await theRooms().panel.operatorUsers.prepare();
  const ids: number[] = [];
  for (const username of names)
    ids.push(
      (
        await db()
          .transaction()
          .execute((tx) => theRooms().panel.operatorUsers.insert(tx, { username, password: PASSWORD }))
      ).id,
    );
  return ids;
}

const me = { id: "1574425641619554304", username: "ada" };

test("bots belong to the first enabled operator if no operator is named", async () => {
  const [keeper] = await panelWith(["keeper", "mara", "bosun"]);
  const opened = async (username?: string) => {
    const { target, isFirstOperator, close } = await openTarget(username);
    await close();
    return [target.owner, isFirstOperator];
  };
  expect(await opened()).toEqual(["keeper", true]);
  expect(await opened("mara")).toEqual(["mara", false]);
  await operators().changeOperator(keeper!, { disabled: true });
  expect(await opened()).toEqual(["mara", true]);
  await expect(openTarget("keeper")).rejects.toThrow("keeper is disabled and cannot own bots");
});

test("changes are recorded with the command line as their actor", async () => {
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

test("an unknown operator is refused with a list of all operators", async () => {
  await panelWith(["keeper", "mara"]);
  await panel.restart();
  await expect(openTarget("nobody")).rejects.toThrow(
    'There is no operator named "nobody" who could own the bots. Operators: keeper, mara.',
  );
  expect(isDatabaseOpen()).toBe(false);
});

test("the command fails if the panel has no operators", async () => {
  await panelWith([]);
  await expect(openTarget(undefined)).rejects.toThrow("There is no operator yet");
});

test("the command fails if the data folder has no database", async () => {
  await expect(openTarget(undefined)).rejects.toThrow(
    `There is no database at ${panel.databasePath}. Set DATA_DIR`,
  );
  expect(existsSync(panel.databasePath)).toBe(false);
});

test("the command needs no database if INSTANCE_API_URL is set", async () => {
  const instance = await scriptedInstance({ "GET /users/@me": [200, me] });
  await panel.restart({ INSTANCE_API_URL: instance.apiUrl });
  await expect(openTarget(undefined)).rejects.toThrow(
    `on your instance at ${instance.apiUrl}. Set INSTANCE_USER_TOKEN`,
  );
  await panel.restart({ INSTANCE_USER_TOKEN: "user-token" });
  await expect(openTarget("keeper")).rejects.toThrow("Remove the owner");
  const { target, isFirstOperator, close } = await openTarget(undefined);
  expect([target.owner, isFirstOperator]).toEqual(["ada", false]);
  expect(instance.asked).toMatchObject([{ route: "GET /users/@me", token: "user-token" }]);
  await close();
  expect(existsSync(panel.databasePath)).toBe(false);
});

test("the owner is shown as “your account” if the account's name is unknown", async () => {
  const instance = await scriptedInstance({
    "POST /oauth2/authorize": [404, { code: 10_002, message: "Unknown Application" }],
  });
  await panel.restart({ INSTANCE_API_URL: instance.apiUrl, INSTANCE_USER_TOKEN: "user-token" });
  expect((await openTarget(undefined)).target.owner).toBe("your account");
});

test("the command uses the instance that an operator chose in the panel", async () => {
  const instance = await scriptedInstance({ "GET /users/@me": [200, me] });
  await panelWith(["keeper"]);
  writeFileSync(panel.configPath, JSON.stringify({ api: { defaultVersion: "8" } }));
  await theRooms().panel.connection.save(byOperator("keeper"), { mode: "connected", url: instance.apiUrl });
  await panel.restart({ INSTANCE_USER_TOKEN: "user-token" });
  const { target, isFirstOperator, close } = await openTarget(undefined);
  expect([target.owner, isFirstOperator]).toEqual(["ada", false]);
  expect(isDatabaseOpen()).toBe(true);
  await close();
  expect(isDatabaseOpen()).toBe(false);
});
