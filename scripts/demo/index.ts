/** Prepares `instance-admin serve --demo`: a simulated instance, and a folder that is deleted when the process ends. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareOptions, openConfigFile } from "@/lib/server/config-file";
import { migrate, openSqlite } from "@/lib/server/db";
import { byOperator } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { DemoInstance } from "./instance";
import { storeMeasurements } from "./measurements";

const PREFIX = "instance-admin-demo-";
/** Variables that would connect the demo to something real. */
const REAL =
  /^(?:CONFIG_|DATA_DIR$|DATABASE_URL|BACKUP_|GIT_MIRROR|NEXTAUTH_SECRET|OIDC_|PASSWORD_SIGN_IN|INSTANCE_|NOTIFY_|AUDIT_|CREDENTIALS_DIRECTORY|CHECK_ALLOW|METRICS_TOKEN|WATCH_INTERVAL)/;
const HOUR = 3_600_000;

/** Earlier saves, oldest first. */
const saves: readonly { hoursAgo: number; author: string; note: string | null; operations: Operation[] }[] = [
  {
    hoursAgo: 19 * 24,
    author: "mara",
    note: "Invitations only, until the wave of spam is over",
    operations: [{ op: "set", path: "register.requireInvite", value: true }],
  },
  {
    hoursAgo: 12 * 24 + 3,
    author: "jonas",
    note: "The regatta needs more guilds per user",
    operations: [
      { op: "set", path: "limits.user.maxGuilds", value: 200 },
      { op: "set", path: "limits.guild.maxMembers", value: 5_000 },
    ],
  },
  {
    hoursAgo: 4 * 24 + 7,
    author: "mara",
    note: null,
    operations: [
      { op: "set", path: "limits.rate.enabled", value: true },
      { op: "set", path: "limits.message.maxAttachmentSize", value: 26_214_400 },
    ],
  },
  {
    hoursAgo: 26,
    author: "jonas",
    note: "The wave is over",
    operations: [{ op: "unset", path: "register.requireInvite" }],
  },
];

/** Deletes the folders of demos whose process was killed. */
function deleteOldFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      // Anybody may make a folder with such a name.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") continue;
      if (statSync(join(tmpdir(), name)).uid !== process.getuid?.()) continue;
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

/** Stores the earlier saves with their times, and measurements. */
async function store(configPath: string, dataDir: string, url: string): Promise<void> {
  const db = openSqlite(join(dataDir, "instance.db"));
  await migrate(db);
  const config = openConfigFile({
    ...bareOptions(configPath, dataDir, db),
    naming: "branded",
    announcements: { send: () => undefined, listen: () => undefined },
  });
  const now = Date.now();
  const file = (await config.prepare()).id;
  const date = (etag: string, created_at: number) =>
    db.updateTable("config_revisions").set({ created_at }).where("etag", "=", etag).execute();
  await date((await config.read()).etag, now - 30 * 24 * HOUR);
  for (const { hoursAgo, author, note, operations } of saves) {
    const { etag: baseEtag } = await config.read();
    const saved = await config.save({ baseEtag, operations, note, author: byOperator(author) });
    await date(saved.etag, now - hoursAgo * HOUR);
  }
  await storeMeasurements(db, file, url);
  await config.stop();
  await db.destroy();
}

/** Sets the environment of the panel, and prints how to sign in. */
export async function prepareDemo(): Promise<void> {
  deleteOldFolders();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const name of Object.keys(process.env)) if (REAL.test(name)) delete process.env[name];
  const [configPath, dataDir] = [join(folder, "config.json"), join(folder, "data")];
  mkdirSync(dataDir, { mode: 0o700 });
  const token = randomBytes(18).toString("base64url");
  const instance = new DemoInstance(configPath, token);
  const url = await instance.listen();
  const username = process.env.OPERATOR_USERNAME || "demo";
  const password = process.env.OPERATOR_PASSWORD || randomBytes(9).toString("base64url");
  writeFileSync(configPath, `${JSON.stringify(configuration(url), null, 4)}\n`, { mode: 0o600 });
  Object.assign(process.env, {
    INSTANCE_ADMIN_DEMO: "1",
    DATA_DIR: dataDir,
    CONFIG_PATH: configPath,
    CONFIG_NAMING: "branded",
    INSTANCE_API_URL: `${url}/api`,
    INSTANCE_OPERATOR_TOKEN: token,
    INSTANCE_RELOAD: `command:${JSON.stringify([process.execPath, "--eval", `fetch("${url}/demo/restart", { method: "POST" })`])}`,
    INSTANCE_HEALTH_TIMEOUT: "10",
    OPERATOR_USERNAME: username,
    OPERATOR_PASSWORD: password,
  });
  await store(configPath, dataDir, url);
  instance.start();
  process.stdout.write(
    `\nDemo: the instance is simulated, and everything is deleted when this process ends.\n` +
      `Sign in as       ${username}\nPassword         ${password}\nUser token       ${token}\n`,
  );
}

/** The file of the simulated instance, with the key names of the public server. */
const configuration = (url: string) => ({
  general: {
    serverName: url,
    instanceName: "Harbor",
    instanceDescription: "A quiet place for boat people",
    frontPage: url,
  },
  api: { endpointPublic: url },
  cdn: { endpointPublic: url, endpointPrivate: url },
  gateway: { endpointPublic: url.replace(/^http/, "ws") },
  limits: { user: { maxBio: 1_000 }, channel: { maxTopic: 4_096 } },
  register: { password: { minLength: 10 } },
});
