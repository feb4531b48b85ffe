import { databaseOf } from "../support/database";
import { freePort } from "../support/free-port";
import { expect, test } from "../support/instance";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

const first = { username: "mara", password: "lantern on the pier" };

async function stored(dataDir: string) {
  const [row] = await databaseOf(undefined, dataDir).query(
    `select (select count(*) from users) as users, (select count(*) from guilds) as guilds,
            (select count(*) from operators) as operators`,
  );
  return row;
}

test("setup creates a user for the first operator only if the panel is not connected to an instance", async () => {
  const env = { OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "" };
  const instance = { INSTANCE_API_URL: `http://127.0.0.1:${await freePort()}/api/v9/` };
  const replica = await startPanel({ env: { ...env, ...instance } });
  let own: typeof replica | undefined;
  try {
    const link = new URL(/Set-?up link\s+(\S+)/.exec(replica.output())?.[1] ?? "");
    expect(replica.output()).toContain(instance.INSTANCE_API_URL.replace("/v9/", ""));
    expect(await (await fetch(link)).text()).not.toContain("First guild");
    const token = link.searchParams.get("token");
    const made = await fetch(`${replica.url}/api/setup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, ...first }),
    });
    expect(made.status).toBe(201);
    const client = await PanelClient.signIn(replica, first);
    const added = { username: "bosun", password: "lantern on the pier" };
    await client.addOperator(added);
    expect(await stored(replica.dataDir)).toEqual({ users: 0, guilds: 0, operators: 2 });
    const state = await client.json("/api/panel/instance");
    expect(state).toMatchObject({
      answers: false,
      reason: expect.stringContaining("No server is listening"),
    });
    expect(await client.json("/api/panel/instance/account")).toEqual({ offersSignIn: true });
    await replica.stop();

    own = await startPanel({ folder: replica.folder, env });
    expect(await stored(own.dataDir)).toEqual({ users: 2, guilds: 0, operators: 2 });
    const again = await PanelClient.signIn(own, first);
    const userToken = await again.userToken();
    const application = await fetch(`${own.url}/api/v9/applications`, {
      method: "POST",
      headers: { authorization: userToken, "content-type": "application/json" },
      body: JSON.stringify({ name: "At home" }),
    });
    expect(await application.json()).toMatchObject({ owner: { username: "mara" } });
    expect(await again.json("/api/panel/instance")).toMatchObject({ mode: "standalone", url: null });
  } finally {
    await own?.stop();
    await replica.dispose();
  }
});
