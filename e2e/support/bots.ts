import { databaseOf } from "./database";
import { operator, type Panel } from "./panel";
import { PanelClient, sessionIn } from "./session";

/** Calls the instance API as an operator, the way scripts do. */
export async function callInstance(
  panel: Panel,
  client: PanelClient,
  path: string,
  body: unknown = {},
): Promise<{ id: string; token: string }> {
  const answer = await fetch(`${panel.url}/api/v9${path}`, {
    method: "POST",
    headers: { authorization: await client.userToken(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; token: string };
}

/** An application with its bot. */
export async function addBot(panel: Panel, client: PanelClient, name: string): Promise<string> {
  const { id } = await callInstance(panel, client, "/applications", { name });
  await callInstance(panel, client, `/applications/${id}/bot`);
  return id;
}

export async function addGuild(client: PanelClient, name: string): Promise<string> {
  const answer = await client.send("POST", "/api/panel/guilds", { name });
  return ((await answer.json()) as { id: string }).id;
}

/** Another operator, signed in, with its user's id. */
export async function addOperator(panel: Panel, username: string) {
  const client = await sessionIn(panel);
  const credentials = { username, password: `${operator.password} of ${username}` };
  await client.addOperator(credentials);
  const [row] = await databaseOf(undefined, panel.dataDir).query<{ user_id: string }>(
    "select user_id from operators where username = ?",
    username,
  );
  return { credentials, userId: row!.user_id, client: await PanelClient.signIn(panel, credentials) };
}

/** Adds a user to a guild, with a separate role. */
export async function letIn(
  panel: Panel,
  guildId: string,
  userId: string,
  permissions: bigint,
): Promise<void> {
  const database = databaseOf(undefined, panel.dataDir);
  const role = String(BigInt(guildId) + (BigInt(userId) % 1_000_000n));
  await database.query(
    "insert into members (guild_id, user_id, joined_at) values (?, ?, ?)",
    guildId,
    userId,
    Date.now(),
  );
  await database.query(
    `insert into roles (id, guild_id, name, permissions, position, managed, application_id)
     values (?, ?, 'pilots', ?, 1, 0, null)`,
    role,
    guildId,
    String(permissions),
  );
  await database.query("insert into member_roles values (?, ?, ?)", guildId, userId, role);
}
