import { rm } from "node:fs/promises";
import type { BackupView } from "@/lib/shared/contract/backups";
import type { AuditPage } from "@/lib/shared/contract/audit";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { SessionPage } from "@/lib/shared/contract/operators";
import type { RunningReport } from "@/lib/shared/contract/running";
import { expect, Instance, SECRET, stored, test } from "../support/instance";
import { operator, startPanel } from "../support/panel";
import { auditedAs, changingRoutes } from "../support/routes";
import { PanelClient } from "../support/session";
import { addApp } from "../support/totp";

/*
 * Tests that an audit entry records who did what, from where, and with what outcome. The first test fails if
 * the table below lacks a route that changes something.
 */

const browser = "Lynx/2.9 (audit)";
const config = "/api/panel/config";
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

interface Kept {
  id: number;
  actor: string;
  user_id: string | null;
  action: string;
  outcome: string;
  address: string | null;
  browser: string | null;
}

let instance: Instance;
let client: PanelClient;
/** The response statuses of two setup requests: one with a wrong link, one with the printed link. */
let setUp: number[];
test.beforeAll(async ({ newDatabase }) => {
  const env = {
    OPERATOR_USERNAME: "",
    OPERATOR_PASSWORD: "",
    LOG_LEVEL: "trace",
    // The panel may download a list from itself.
    CHECK_ALLOW: "127.0.0.0/8",
    // Monitoring takes one sample an hour. No server listens at the webhook's address.
    WATCH_INTERVAL: "3600",
    NOTIFY_URL: "http://127.0.0.1:9/hook",
    // The reload takes 20 seconds, so an apply is still in progress when its audit entry is written.
    INSTANCE_RELOAD: 'command:["sleep","20"]',
  };
  const databaseUrl = await newDatabase();
  const panel = await startPanel({
    config: JSON.stringify({ security: { jwtSecret: SECRET } }),
    databaseUrl,
    env,
  });
  const post = (token: string) =>
    fetch(`${panel.url}/api/setup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, ...operator, guildName: "Harbor" }),
    });
  const [, printed = ""] = /token=(\S+)/.exec(panel.output()) ?? [];
  setUp = [(await post("wrong")).status, (await post(printed)).status];
  instance = await Instance.of(panel, databaseUrl);
  client = await signIn();
});
test.afterAll(() => instance.stop());

const signIn = (credentials = operator) =>
  PanelClient.signIn(instance.panel, credentials, { "user-agent": browser });

/** The audit entries after the entry with this id, oldest first, with their outcomes. */
const keptAfter = (id: number) =>
  instance.sql<Kept>(
    `select entry.id, entry.actor, entry.user_id, entry.action, entry.address, entry.browser,
       coalesce(ending.outcome, entry.outcome) as outcome
     from audit entry left join audit ending on ending.completes = entry.id
     where entry.completes is null and entry.id > ? order by entry.id`,
    id,
  );
const newest = async () => (await instance.sql<{ id: number }>("select id from audit_head"))[0]?.id ?? 0;

const read = () => client.json<ConfigSnapshot>(config);
const set = (path: string, value: unknown) => ({ op: "set", path, value });

/** Sends a change with the current version of the file as its base. */
async function change(method: string, path: string, body?: unknown): Promise<Response> {
  return client.send(method, `${config}${path}`, body, { "if-match": `"${(await read()).etag}"` });
}

async function outside(text: string): Promise<void> {
  await instance.panel.replaceConfig(text);
  await read();
}

/** Adds an unrecognized key to the file, as an editor outside the panel would. */
const addKey = async (key: string) =>
  outside(JSON.stringify({ [key]: 3, ...(JSON.parse(await instance.panel.readConfig()) as object) }));

const save = (name: string) => change("PATCH", "", { operations: [set("general.instanceName", name)] });
const onInstance =
  (path: string, body?: unknown, method = "POST") =>
  async () =>
    instance.call(method, path, body, { "user-agent": browser, authorization: await client.userToken() });

/**
 * Creates an application owned by the operator, with a bot if requested. Uses a new token, because earlier
 * tokens may be revoked.
 */
async function someApplication({ bot = false } = {}): Promise<string> {
  const { body } = await onInstance("/api/v9/applications", { name: "Buoy" })();
  if (bot) await onInstance(`/api/v9/applications/${String(body.id)}/bot`)();
  return String(body.id);
}

/** Makes a backup, or waits for the one that another test has started. */
async function someBackup(): Promise<string> {
  await client.send("POST", "/api/panel/backups", {});
  const newest = async () => (await client.json<BackupView>("/api/panel/backups")).backups[0];
  await expect.poll(async () => (await newest())?.state, { timeout: 30_000 }).toBe("done");
  return (await newest())?.id ?? "";
}

const someGuild = () => idOf(client.send("POST", "/api/panel/guilds", { name: "Buoy" }));
const someUser = () => idOf(client.send("POST", "/api/panel/users", { username: "castaway" }));
const idOf = async (made: Promise<Response>) => ((await (await made).json()) as { id: string }).id;

async function guildWithMember(): Promise<{ id: string; userId: string }> {
  const [id, userId] = [await someGuild(), await someUser()];
  await client.send("POST", `/api/panel/guilds/${id}/members`, { userId });
  return { id, userId };
}

const propose = () =>
  client.send("POST", "/api/panel/proposals", {
    title: "More room",
    operations: [{ op: "set", path: "limits.user.maxGuilds", value: 90 }],
  });
const proposal = async () => ((await (await propose()).json()) as { id: number }).id;

const hideWarning = () =>
  client.send("POST", "/api/panel/hidden-warnings", {
    key: "backup",
    title: "There is no backup",
    reason: "The host is backed up.",
    days: 30,
  });

const issueToken = (id: string) =>
  client.send("POST", `/api/panel/users/${id}/tokens`, {
    name: "script",
    expiresInDays: 1,
    password: operator.password,
  });

const viewing = { role: "viewer", expiresInDays: 1, password: operator.password };

/** Sends the audited request. Everything that the request needs has already been created. */
type Act = () => Promise<{ status: number }>;

const otherOperator = (username: string) => client.addOperator({ username, password: "fog horn at dawn" });

async function invite(): Promise<{ link: string; invitation: { id: string } }> {
  const body = { role: "viewer", expiresInDays: 1, password: operator.password };
  const made = await client.send("POST", "/api/panel/invitations", body);
  return (await made.json()) as { link: string; invitation: { id: string } };
}

async function undoneValue(act: Act): Promise<Act> {
  const before = await instance.panel.readConfig();
  await save("Lagoon");
  await outside(before);
  return act;
}

const onlyBrowsers = "needs an authenticator; tested in journeys/passkeys.spec.ts";
const onlySqlite = "409 with PostgreSQL; tested in journeys/upkeep.spec.ts";
const onlyConnected = "404 while the panel is the instance; tested in journeys/connected-bots.spec.ts";

/**
 * The audit action of each route, and a function that prepares its request. Null, with a reason, marks a
 * route that is not tested here.
 */
const table: Record<string, [action: string, prepare: () => Promise<Act>] | [null, why: string]> = {
  "POST /api/setup": [null, "before there is an operator; tested below"],
  "POST /api/auth/[...nextauth]": [
    "sign-in",
    async () => async () => {
      await signIn();
      return { status: 200 };
    },
  ],
  "PUT /api/panel/instance/account": [null, onlyConnected],
  "DELETE /api/panel/instance/account": [null, onlyConnected],
  "POST /api/panel/registration-tokens": [null, onlyConnected],
  "POST /api/panel/instance/connection/trial": [null, "tries, and changes nothing"],
  "POST /api/setup/trial": [null, "tries, and changes nothing"],
  "PUT /api/panel/instance/connection": [
    "instance.connection",
    async () => () =>
      client.send("PUT", "/api/panel/instance/connection", {
        choice: { mode: "standalone" },
        password: operator.password,
      }),
  ],
  "DELETE /api/panel/users/[id]": [null, onlyConnected],
  "POST /api/panel/applications": [
    "application.create",
    async () => async () => client.send("POST", "/api/panel/applications", { name: "Buoy" }),
  ],
  "POST /api/panel/applications/[id]/bot": [
    "bot.token",
    async () => {
      const id = await someApplication();
      return () => client.send("POST", `/api/panel/applications/${id}/bot`, {});
    },
  ],
  "PUT /api/panel/bots/[id]/guilds/[guildId]": [
    "bot.authorize",
    async () => {
      const [id, guild] = [await someApplication({ bot: true }), await someGuild()];
      return () => client.send("PUT", `/api/panel/bots/${id}/guilds/${guild}`, { permissions: "8" });
    },
  ],
  "PUT /api/panel/account/password": [
    "operator.password",
    async () => async () => {
      const next = `${operator.password} again`;
      const answer = await client.send("PUT", "/api/panel/account/password", {
        current: operator.password,
        next,
      });
      client = await signIn({ ...operator, password: next });
      await client.send("PUT", "/api/panel/account/password", { current: next, next: operator.password });
      client = await signIn();
      return answer;
    },
  ],
  "DELETE /api/panel/account/sessions": [
    "operator.sign-out-everywhere",
    async () => async () => {
      const answer = await client.fetch("/api/panel/account/sessions", { method: "DELETE" });
      client = await signIn();
      return answer;
    },
  ],
  "DELETE /api/panel/account/sessions/[id]": [
    "session.end",
    async () => {
      await signIn();
      const { sessions } = await client.json<SessionPage>("/api/panel/account/sessions");
      const other = sessions.find(({ current }) => !current);
      return () => client.fetch(`/api/panel/account/sessions/${other?.id}`, { method: "DELETE" });
    },
  ],
  "POST /api/panel/checks/[kind]": [
    "config.check",
    async () => () => client.send("POST", "/api/panel/checks/cdn", {}),
  ],
  "POST /api/panel/downloads/list": [
    "config.check",
    async () => () =>
      client.send("POST", "/api/panel/downloads/list", { address: `${instance.panel.url}/api/openapi.json` }),
  ],
  "PATCH /api/panel/config": ["config.save", async () => () => save("Harbor")],
  "POST /api/panel/config/export": [
    "config.export",
    async () => () => client.send("POST", `${config}/export`, { secrets: true }),
  ],
  "POST /api/panel/config/file": [
    "config.create",
    async () => {
      await rm(instance.panel.configPath);
      return () => client.send("POST", `${config}/file`, {});
    },
  ],
  "POST /api/panel/config/histories": [
    "config.history",
    async () => () => client.send("POST", `${config}/histories`, { history: null }),
  ],
  "POST /api/panel/account/passkeys/options": [null, "only prepares a passkey"],
  "POST /api/panel/account/passkeys": [null, onlyBrowsers],
  "DELETE /api/panel/account/passkeys/[id]": [
    "passkey.remove",
    async () => {
      await instance.sql(
        `insert into passkeys (id, operator_id, name, public_key, counter, transports, created_at)
         select 'lost', id, 'Lost phone', '', 0, '[]', 0 from operators where username = ?`,
        operator.username,
      );
      return () => client.fetch("/api/panel/account/passkeys/lost", { method: "DELETE" });
    },
  ],
  "POST /api/panel/account/totp": [null, "stores nothing until the first code is sent"],
  "PUT /api/panel/account/totp": [
    "totp.add",
    async () => async () => {
      await addApp(client);
      await client.fetch("/api/panel/account/totp", { method: "DELETE" });
      return { status: 200 };
    },
  ],
  "DELETE /api/panel/account/totp": [
    "totp.remove",
    async () => {
      await addApp(client);
      return () => client.fetch("/api/panel/account/totp", { method: "DELETE" });
    },
  ],
  "POST /api/panel/account/recovery-codes": [
    "recovery-codes.make",
    async () => {
      await addApp(client);
      return async () => {
        const answer = await client.send("POST", "/api/panel/account/recovery-codes", {});
        await client.fetch("/api/panel/account/totp", { method: "DELETE" });
        return answer;
      };
    },
  ],
  "PUT /api/panel/operators/second-factor": [
    "factor.allow-none",
    async () => () => client.send("PUT", "/api/panel/operators/second-factor", { isRequired: false }),
  ],
  "POST /api/panel/account/proof/options": [null, "only asks the browser for a passkey"],
  "POST /api/panel/account/proof": [null, "changes only how long the session counts as proved"],
  "POST /api/panel/config/import": [null, "a preview"],
  "PUT /api/panel/config/other": [
    "config.other.save",
    async () => {
      await addKey("buoys");
      return () => change("PUT", "/other", { path: "buoys", text: "4" });
    },
  ],
  "DELETE /api/panel/config/other": [
    "config.other.remove",
    async () => {
      await addKey("piers");
      return () => change("DELETE", "/other?path=piers");
    },
  ],
  "POST /api/panel/config/permissions": [
    "config.permissions",
    async () => () => client.send("POST", `${config}/permissions`, {}),
  ],
  "POST /api/panel/config/preview": [null, "a preview"],
  "POST /api/panel/presence": [null, "stores nothing"],
  "POST /api/panel/doctor": [null, "examines, and changes nothing"],
  "POST /api/panel/config/raw": [
    "config.raw.show",
    async () => {
      const usable = await instance.panel.readConfig();
      await instance.panel.replaceConfig(usable.slice(0, usable.lastIndexOf("}")));
      return async () => {
        const answer = await client.send("POST", `${config}/raw`, {});
        await outside(usable);
        return answer;
      };
    },
  ],
  "PUT /api/panel/config/raw": [
    "config.raw",
    async () => async () => {
      const { text } = await client.json<{ text: string }>(`${config}/raw`);
      return change("PUT", "/raw", { text: `${text}\n` });
    },
  ],
  "POST /api/panel/config/revisions/[id]/restore": [
    "config.restore",
    async () => {
      await save("Pier");
      const { revisions } = await client.json<RevisionPage>(`${config}/revisions?limit=2`);
      return () => change("POST", `/revisions/${revisions[1]?.id}/restore`, {});
    },
  ],
  "POST /api/panel/config/revisions/[id]/undo": [
    "config.undo-change",
    async () => {
      await save("Jetty");
      const { revisions } = await client.json<RevisionPage>(`${config}/revisions?limit=1`);
      return () => change("POST", `/revisions/${revisions[0]?.id}/undo`, {});
    },
  ],
  "POST /api/panel/config/undo": [
    "config.undo",
    async () => {
      const { etag } = await read();
      await save("Quay");
      return () => change("POST", "/undo", { to: etag });
    },
  ],
  "POST /api/panel/config/undone": ["config.reapply", () => undoneValue(() => change("POST", "/undone", {}))],
  "DELETE /api/panel/config/undone": [
    "config.dismiss-undone",
    () => undoneValue(() => client.fetch(`${config}/undone`, { method: "DELETE" })),
  ],
  "PATCH /api/panel/bots/[id]": [
    "bot.edit",
    async () => {
      const id = await someApplication();
      return () => client.send("PATCH", `/api/panel/bots/${id}`, { name: "Bell buoy" });
    },
  ],
  "DELETE /api/panel/bots/[id]": [
    "bot.delete",
    async () => {
      const id = await someApplication({ bot: true });
      return () => client.send("DELETE", `/api/panel/bots/${id}`, { password: operator.password });
    },
  ],
  "POST /api/panel/bots/[id]/token": [
    "bot.reset",
    async () => {
      const id = await someApplication({ bot: true });
      return () => client.send("POST", `/api/panel/bots/${id}/token`, { password: operator.password });
    },
  ],
  "PUT /api/panel/bots/[id]/avatar": [
    "bot.picture",
    async () => {
      const id = await someApplication();
      return () => client.fetch(`/api/panel/bots/${id}/avatar`, { method: "PUT", body: picture });
    },
  ],
  "DELETE /api/panel/bots/[id]/avatar": [
    "bot.picture.remove",
    async () => {
      const id = await someApplication();
      await client.fetch(`/api/panel/bots/${id}/avatar`, { method: "PUT", body: picture });
      return () => client.fetch(`/api/panel/bots/${id}/avatar`, { method: "DELETE" });
    },
  ],
  "DELETE /api/panel/bots/[id]/guilds/[guildId]": [
    "bot.remove",
    async () => {
      const id = await someApplication({ bot: true });
      const [guild] = await client.json<{ id: string }[]>("/api/panel/guilds");
      const body = { guild_id: guild?.id, permissions: "0", authorize: true };
      await onInstance(`/api/v9/oauth2/authorize?client_id=${id}`, body)();
      return () => client.fetch(`/api/panel/bots/${id}/guilds/${guild?.id}`, { method: "DELETE" });
    },
  ],
  "POST /api/panel/watch/check": [
    "watch.check",
    async () => () => client.send("POST", "/api/panel/watch/check", {}),
  ],
  "PUT /api/panel/notifications": [
    "notify.save",
    async () => () => client.send("PUT", "/api/panel/notifications", { muted: ["undone"] }),
  ],
  "POST /api/panel/backups": [
    "backup.start",
    async () => () => client.send("POST", "/api/panel/backups", {}),
  ],
  "POST /api/panel/backups/[id]/verify": [
    "backup.verify",
    async () => {
      const id = await someBackup();
      return () => client.send("POST", `/api/panel/backups/${id}/verify`, {});
    },
  ],
  "POST /api/panel/backups/[id]/download": [
    "backup.download",
    async () => {
      const id = await someBackup();
      return () => client.send("POST", `/api/panel/backups/${id}/download`, {});
    },
  ],
  "POST /api/panel/backups/[id]/restore": [null, onlySqlite],
  "DELETE /api/panel/planned-restore": [null, onlySqlite],
  "DELETE /api/panel/backups/[id]": [
    "backup.delete",
    async () => {
      const id = await someBackup();
      return () => client.fetch(`/api/panel/backups/${id}`, { method: "DELETE" });
    },
  ],
  "PUT /api/panel/backups/schedule": [
    "backup.schedule",
    async () => () => client.send("PUT", "/api/panel/backups/schedule", { time: null, keep: 3 }),
  ],
  "POST /api/panel/notifications/test": [
    "notify.test",
    async () => () => client.send("POST", "/api/panel/notifications/test", {}),
  ],
  "POST /api/panel/guilds": [
    "guild.create",
    async () => () => client.send("POST", "/api/panel/guilds", { name: "Lightship" }),
  ],
  "PATCH /api/panel/guilds/[id]": [
    "guild.rename",
    async () => {
      const id = await someGuild();
      return () => client.send("PATCH", `/api/panel/guilds/${id}`, { name: "Bell buoy" });
    },
  ],
  "DELETE /api/panel/guilds/[id]": [
    "guild.delete",
    async () => {
      const id = await someGuild();
      return () => client.send("DELETE", `/api/panel/guilds/${id}`, { password: operator.password });
    },
  ],
  "POST /api/panel/guilds/[id]/members": [
    "guild.member.add",
    async () => {
      const [id, userId] = [await someGuild(), await someUser()];
      return () => client.send("POST", `/api/panel/guilds/${id}/members`, { userId });
    },
  ],
  "DELETE /api/panel/guilds/[id]/members/[userId]": [
    "guild.member.remove",
    async () => {
      const { id, userId } = await guildWithMember();
      return () => client.fetch(`/api/panel/guilds/${id}/members/${userId}`, { method: "DELETE" });
    },
  ],
  "PUT /api/panel/guilds/[id]/members/[userId]/manager": [
    "guild.manager.grant",
    async () => {
      const { id, userId } = await guildWithMember();
      return () => client.send("PUT", `/api/panel/guilds/${id}/members/${userId}/manager`, { manager: true });
    },
  ],
  "POST /api/panel/users": [
    "user.create",
    async () => () => client.send("POST", "/api/panel/users", { username: "stowaway" }),
  ],
  "PATCH /api/panel/users/[id]": [
    "user.rights",
    async () => {
      const id = await someUser();
      return () => client.send("PATCH", `/api/panel/users/${id}`, { rights: "512" });
    },
  ],
  "POST /api/panel/users/[id]/tokens": [
    "user.token.create",
    async () => {
      const id = await someUser();
      return () => issueToken(id);
    },
  ],
  "DELETE /api/panel/users/[id]/tokens/[tokenId]": [
    "user.token.revoke",
    async () => {
      const id = await someUser();
      const { entry } = (await (await issueToken(id)).json()) as { entry: { id: string } };
      return () => client.fetch(`/api/panel/users/${id}/tokens/${entry.id}`, { method: "DELETE" });
    },
  ],
  "POST /api/panel/running/apply": [
    "running.apply",
    async () => async () => {
      const ifMatch = { "if-match": `"${(await read()).etag}"` };
      return client.send("POST", "/api/panel/running/apply", { password: operator.password }, ifMatch);
    },
  ],
  "POST /api/panel/running/apply/[id]/answer": [
    "running.answer",
    async () => {
      const { apply } = await client.json<RunningReport>("/api/panel/running");
      return () => client.send("POST", `/api/panel/running/apply/${apply?.id}/answer`, { answer: "keep" });
    },
  ],
  "POST /api/panel/running/plan": [
    "running.plan",
    async () => {
      const ifMatch = { "if-match": `"${(await read()).etag}"` };
      const at = new Date(Date.now() + 3_600_000).toISOString();
      return () =>
        client.send("POST", "/api/panel/running/plan", { password: operator.password, at }, ifMatch);
    },
  ],
  "DELETE /api/panel/running/plan": [
    "running.plan.cancel",
    async () => () => client.fetch("/api/panel/running/plan", { method: "DELETE" }),
  ],
  "POST /api/panel/running/apply/[id]/drafts": [null, "a read that happens once"],
  "POST /api/panel/running/restarted": [
    "running.mark",
    async () => () => client.send("POST", "/api/panel/running/restarted", {}),
  ],
  "POST /api/panel/proposals": ["proposal.create", async () => () => propose()],
  "POST /api/panel/proposals/[id]/comments": [
    "proposal.comment",
    async () => {
      const id = await proposal();
      return () => client.send("POST", `/api/panel/proposals/${id}/comments`, { text: "Why?" });
    },
  ],
  "POST /api/panel/proposals/[id]/save": [
    "proposal.save",
    async () => {
      const [id, ifMatch] = [await proposal(), { "if-match": `"${(await read()).etag}"` }];
      return () => client.send("POST", `/api/panel/proposals/${id}/save`, {}, ifMatch);
    },
  ],
  "POST /api/panel/proposals/[id]/reject": [
    "proposal.reject",
    async () => {
      const id = await proposal();
      return () => client.send("POST", `/api/panel/proposals/${id}/reject`, { reason: "No" });
    },
  ],
  "PUT /api/panel/reviewed-sections": [
    "proposal.sections",
    async () => () =>
      client.send("PUT", "/api/panel/reviewed-sections", { sections: [], password: operator.password }),
  ],
  "POST /api/panel/hidden-warnings": ["warning.hide", async () => () => hideWarning()],
  "DELETE /api/panel/hidden-warnings/[id]": [
    "warning.show",
    async () => {
      const [hidden] = (await (await hideWarning()).json()) as { id: number }[];
      return () => client.fetch(`/api/panel/hidden-warnings/${hidden?.id}`, { method: "DELETE" });
    },
  ],
  "POST /api/panel/invitations": [
    "operator.invite",
    async () => () =>
      client.send("POST", "/api/panel/invitations", {
        role: "editor",
        expiresInDays: 1,
        password: operator.password,
      }),
  ],
  "DELETE /api/panel/invitations/[id]": [
    "operator.invite.revoke",
    async () => {
      const { invitation } = await invite();
      return () => client.fetch(`/api/panel/invitations/${invitation.id}`, { method: "DELETE" });
    },
  ],
  "POST /api/join": [null, "the person who joins is the actor: invitations.spec.ts"],
  "DELETE /api/panel/operators/[id]/sessions": [
    "operator.sessions.end",
    async () => {
      const id = await otherOperator("inga");
      return () =>
        client.send("DELETE", `/api/panel/operators/${id}/sessions`, { password: operator.password });
    },
  ],
  "PATCH /api/panel/operators/[id]": [
    "operator.disable",
    async () => {
      const id = await otherOperator("tomas");
      return () => client.send("PATCH", `/api/panel/operators/${id}`, { disabled: true });
    },
  ],
  "DELETE /api/panel/operators/[id]": [
    "operator.remove",
    async () => {
      const id = await otherOperator("pavel");
      return () => client.send("DELETE", `/api/panel/operators/${id}`, { password: operator.password });
    },
  ],
  "POST /api/panel/operators/[id]/password": [
    "operator.password.require",
    async () => {
      const id = await otherOperator("lena");
      return () =>
        client.send("POST", `/api/panel/operators/${id}/password`, { password: operator.password });
    },
  ],
  "POST /api/panel/api-tokens": [
    "api-token.create",
    async () => () => client.send("POST", "/api/panel/api-tokens", { name: "a", ...viewing }),
  ],
  "DELETE /api/panel/api-tokens/[id]": [
    "api-token.revoke",
    async () => {
      const made = await client.send("POST", "/api/panel/api-tokens", { name: "b", ...viewing });
      const { entry } = (await made.json()) as { entry: { id: string } };
      return () => client.fetch(`/api/panel/api-tokens/${entry.id}`, { method: "DELETE" });
    },
  ],
  "POST /api/panel/provision": [
    "application.create",
    async () => () => client.send("POST", "/api/panel/provision", { bots: [{ name: "From a document" }] }),
  ],
  "PATCH /api/[version]/applications/[application_id]": [
    "bot.edit",
    async () => {
      const id = await someApplication();
      return onInstance(`/api/v9/applications/${id}`, { name: "Bell buoy" }, "PATCH");
    },
  ],
  "DELETE /api/[version]/applications/[application_id]": [
    "bot.delete",
    async () =>
      onInstance(`/api/v9/applications/${await someApplication({ bot: true })}`, undefined, "DELETE"),
  ],
  "POST /api/[version]/applications": [
    "application.create",
    async () => onInstance("/api/v9/applications", { name: "Buoy" }),
  ],
  "POST /api/[version]/applications/[application_id]/bot": [
    "bot.token",
    async () => onInstance(`/api/v9/applications/${await someApplication()}/bot`),
  ],
  "POST /api/[version]/applications/[application_id]/bot/reset": [
    "bot.reset",
    async () => onInstance(`/api/v9/applications/${await someApplication({ bot: true })}/bot/reset`),
  ],
  "POST /api/[version]/oauth2/authorize": [
    "bot.authorize",
    async () =>
      onInstance(`/api/v9/oauth2/authorize?client_id=${await someApplication({ bot: true })}`, {
        guild_id: instance.guildId,
        permissions: "8",
        authorize: true,
      }),
  ],
};

test("every route that changes something has a test and adds an audit entry", stored, async () => {
  test.setTimeout(180_000);
  const declared = new Map(changingRoutes().map((route) => [`${route.method} ${route.path}`, route]));
  expect(Object.keys(table).toSorted()).toEqual([...declared.keys()].toSorted());
  for (const [route, [action, prepare]] of Object.entries(table)) {
    const actions = auditedAs(declared.get(route)!);
    if (action === null) {
      if (![onlyConnected, onlyBrowsers, onlySqlite].some((reason) => reason === prepare))
        expect([route, actions]).toEqual([route, []]);
      continue;
    }
    if (route.includes("/api/panel/"))
      expect([route, actions]).toEqual([route, expect.arrayContaining([action])]);
    const act = await prepare();
    const before = await newest();
    const { status } = await act();
    expect([route, status]).toEqual([route, [201, 204].includes(status) ? status : 200]);
    const [entry] = (await keptAfter(before)).filter((kept) => kept.action === action);
    const byToken = route.includes("[version]");
    expect([route, entry]).toEqual([
      route,
      expect.objectContaining({
        actor: operator.username,
        user_id: byToken ? instance.operatorId : null,
        outcome: "done",
        address: expect.stringMatching(/^(?:::1|(?:::ffff:)?127\.0\.0\.1)$/) as unknown,
        browser,
      }),
    ]);
  }
});

test("routes that return data for use outside of the panel add an audit entry", stored, async () => {
  await addKey("cove");
  const before = await newest();
  await client.json(`${config}/export`);
  await client.json(`${config}/other?path=cove`);
  expect(await keptAfter(before)).toMatchObject([
    { action: "config.export", outcome: "done", browser },
    { action: "config.other.show", outcome: "done", browser },
  ]);
});

test(
  "the audit log has filters and pages, and can be searched by the names and labels of settings",
  stored,
  async () => {
    await save("Spit");
    await client.send("POST", "/api/panel/guilds", { name: "=Tidewater()" });
    const list = async (query: string) => {
      const { entries, next } = await client.json<AuditPage>(`/api/panel/audit?${query}`);
      return { actions: entries.map(({ action }) => action), entries, next };
    };
    expect((await list("action=config.save&limit=1")).actions).toEqual(["config.save"]);
    expect((await list("object=general.instanceName&limit=1")).actions).toEqual(["config.save"]);
    expect((await list("search=instance%20name&limit=1")).actions).toEqual(["config.save"]);
    expect((await list("search=tidewater")).actions).toEqual(["guild.create"]);
    expect((await list("outcome=failed&action=sign-ins&limit=1")).actions).toEqual(["setup.failed"]);
    expect((await list(`person=${operator.username}&until=2020-01-01T00:00:00Z`)).actions).toEqual([]);
    const first = await list("limit=2");
    const second = await list(`limit=2&before=${first.next}`);
    const ids = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
    expect((await client.fetch("/api/panel/audit?since=yesterday")).status).toBe(422);
    expect((await fetch(`${instance.panel.url}/api/panel/audit`)).status).toBe(401);
  },
);

test("the audit log can be downloaded as JSON Lines and as CSV without formulas", stored, async () => {
  await client.send("POST", "/api/panel/guilds", { name: "=Tidewater()" });
  const before = await newest();
  const download = async (query: string) => {
    const answer = await client.fetch(`/api/panel/audit/export?${query}`);
    return { type: answer.headers.get("content-type"), text: await answer.text(), answer };
  };
  const json = await download("format=jsonl&action=guild.create");
  expect([json.type, json.answer.headers.get("content-disposition")]).toEqual([
    "application/x-ndjson; charset=utf-8",
    expect.stringMatching(/^attachment; filename="audit-[\d-]{10}\.jsonl"$/),
  ]);
  const lines = json.text.trimEnd().split("\n");
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ action: "guild.create" });
  expect(lines[0]).toContain("=Tidewater()");
  const csv = await download("format=csv&search=tidewater");
  expect([csv.type, csv.text]).toEqual([
    "text/csv; charset=utf-8",
    expect.stringContaining(`,"'=Tidewater()",`),
  ]);
  expect(await keptAfter(before)).toMatchObject([
    { action: "audit.export", outcome: "done", browser },
    { action: "audit.export", outcome: "done", browser },
  ]);
});

test("the audit log records the creation of the first operator", stored, async () => {
  expect(setUp).toEqual([403, 201]);
  // This page always contains the oldest entries, no matter what earlier tests have added.
  const page = await (await client.fetch("/audit?before=5")).text();
  expect(page).toContain("Added operator");
  expect(page).toContain("Opened setup with an invalid link");
});

test("an action is refused if the panel cannot write its audit entry", stored, async () => {
  const token = await client.userToken();
  const file = await instance.panel.readConfig();
  const applications = await instance.sql("select * from applications");
  const ifMatch = { "if-match": `"${(await read()).etag}"` };
  await instance.sql("alter table audit rename to audit_away");
  try {
    const saved = await client.send(
      "PATCH",
      config,
      { operations: [set("general.instanceName", "Unseen")] },
      ifMatch,
    );
    expect([saved.status, await saved.json()]).toMatchObject([
      503,
      { detail: expect.stringContaining("Nothing was changed") as unknown },
    ]);
    const exported = await client.send("POST", `${config}/export`, { secrets: true });
    expect([exported.status, await exported.text()]).toEqual([503, expect.not.stringContaining("jwtSecret")]);
    const created = await instance.post("/api/v9/applications", { name: "Unseen" }, { authorization: token });
    expect(created.status).toBe(503);
  } finally {
    await instance.sql("alter table audit_away rename to audit");
  }
  expect(await instance.panel.readConfig()).toBe(file);
  expect(await instance.sql("select * from applications")).toEqual(applications);
});

// This test is last, because its wrong guesses cause a lockout.
test("the audit log records sign-outs and failed sign-ins", stored, async () => {
  const before = await newest();
  for (let nth = 0; nth < 30; nth += 1)
    await expect(signIn({ ...operator, password: "a wrong guess" })).rejects.toThrow();
  await expect(signIn({ username: "hunter2 by mistake", password: "x" })).rejects.toThrow();
  for (let nth = 0; nth < 3; nth += 1)
    await client.send("PUT", "/api/panel/account/password", { current: "no", next: "another long one" });
  const { csrfToken } = await client.json<{ csrfToken: string }>("/api/auth/csrf");
  await client.fetch("/api/auth/signout", { method: "POST", body: new URLSearchParams({ csrfToken }) });
  expect(await keptAfter(before)).toMatchObject([
    { action: "sign-in.failed", actor: operator.username, outcome: "failed", browser },
    { action: "operator.password.wrong", actor: operator.username, outcome: "failed", browser },
    { action: "sign-out", actor: operator.username, outcome: "done", browser },
  ]);
});
