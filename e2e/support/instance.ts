import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { test as base } from "@playwright/test";
import { SignJWT } from "jose";
import { type Database, postgresDatabase, type Row, sqliteDatabase } from "./database";
import { operator, type Panel, type PanelOptions, startPanel } from "./panel";
import { type PostgresServer, startPostgres } from "./postgres";

export const SECRET = "the signing secret of a test instance, long enough";

type Json = Record<string, unknown>;

export interface InstanceOptions {
  /** What the configuration file holds beside the signing secret. */
  config?: Json;
  env?: Record<string, string>;
  /** `DATABASE_URL`; without it the instance keeps its data in SQLite. */
  databaseUrl?: string;
}

/** A panel with what a test of the instance API needs around it: tokens, rows, requests. */
export class Instance {
  operatorId = "";
  /** A guild that the operator owns, made at first start. */
  guildId = "";

  private constructor(
    public panel: Panel,
    private readonly options: PanelOptions,
    private readonly database: Database,
  ) {}

  static async start({ config, env = {}, databaseUrl }: InstanceOptions = {}): Promise<Instance> {
    const settings = { security: { jwtSecret: SECRET }, ...config };
    const options: PanelOptions = {
      config: JSON.stringify(settings),
      env: { ...env, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    };
    const panel = await startPanel(options);
    const database =
      databaseUrl === undefined ? sqliteDatabase(panel.dataDir) : postgresDatabase(databaseUrl);
    const instance = new Instance(panel, options, database);
    const [row] = await instance.sql<{ user_id: string; guild_id: string }>(
      `select user_id, guilds.id as guild_id from operators join guilds on owner_id = user_id
       where operators.username = ?`,
      operator.username,
    );
    if (!row) throw new Error(`No operator was made:\n${panel.output()}`);
    instance.operatorId = row.user_id;
    instance.guildId = row.guild_id;
    return instance;
  }

  get url(): string {
    return this.panel.url;
  }

  /** Another process beside this one, with the same file and the same database. */
  async replica(): Promise<Panel> {
    return startPanel({ folder: this.panel.folder, env: this.options.env });
  }

  /** Ends the process without warning and starts it again; the address changes. */
  async crash(): Promise<void> {
    await this.panel.stop("SIGKILL");
    this.panel = await this.replica();
  }

  async stop(): Promise<void> {
    await this.panel.dispose();
  }

  /** Changes the configuration file as an operator's editor would. `change` gets the parsed file. */
  configure(change: (config: Record<string, Json>) => void): void {
    const path = this.panel.configPath;
    const config = JSON.parse(readFileSync(path, "utf8")) as Record<string, Json>;
    change(config);
    writeFileSync(`${path}.new`, JSON.stringify(config), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  /** Reads or writes the database beside the running process. */
  sql<T = Row>(query: string, ...values: unknown[]): Promise<T[]> {
    return this.database.query<T>(query, ...values);
  }

  /** A person's account. Ids count up from far below those that the panel makes. */
  async addUser(username: string, rights = "0"): Promise<string> {
    const [row] = await this.sql<{ id: string }>(
      `insert into users (id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at)
       select cast(1000 + count(*) as text), ?, 0, ?, 0, 0, 0, 0 from users returning id`,
      username,
      rights,
    );
    return row?.id ?? "";
  }

  async addMember(guildId: string, userId: string): Promise<void> {
    await this.sql("insert into members (guild_id, user_id, joined_at) values (?, ?, 0)", guildId, userId);
  }

  /** A role of a guild, given to its members. */
  async addRole(guildId: string, permissions: bigint, ...userIds: string[]): Promise<void> {
    const [row] = await this.sql<{ id: string }>(
      `insert into roles (id, guild_id, name, permissions, position, managed)
       select cast(500 + count(*) as text), ?, 'role', ?, 1, 0 from roles returning id`,
      guildId,
      permissions.toString(),
    );
    for (const userId of userIds) {
      await this.sql("insert into member_roles values (?, ?, ?)", guildId, userId, row?.id);
    }
  }

  /** Signs a token as any program that knows the secret could. */
  async token(userId: string, claims: Json = {}, secret = SECRET): Promise<string> {
    return new SignJWT({ id: userId, iat: Math.floor(Date.now() / 1000), ...claims })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(new TextEncoder().encode(secret));
  }

  /** POSTs JSON with the operator's token, unless `headers` say otherwise. */
  async post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, {
      method: "POST",
      headers: {
        authorization: await this.token(this.operatorId),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }

  /** An application of the operator's, without a bot. */
  async addApplication(name = "Lighthouse"): Promise<string> {
    return String((await this.post("/api/v9/applications", { name })).body.id);
  }

  /** An application of the operator's with a bot. */
  async addBot(name = "Lighthouse"): Promise<{ id: string; token: string }> {
    const id = await this.addApplication(name);
    const { token } = (await this.post(`/api/v9/applications/${id}/bot`)).body;
    return { id, token: String(token) };
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}

export interface DatabaseOption {
  /** Which database the instances of a project keep their data in. */
  database: "sqlite" | "postgres";
}

interface Fixtures {
  /** Address of a new database; undefined for SQLite. */
  newDatabase: () => Promise<string | undefined>;
  /** An instance that the tests of one worker share. */
  instance: Instance;
}

/** A test that runs against each database in turn (`playwright.config.ts`). */
export const test = base.extend<object, DatabaseOption & Fixtures>({
  database: ["sqlite", { scope: "worker", option: true }],
  newDatabase: [
    async ({ database }, use) => {
      let server: PostgresServer | undefined;
      if (database === "postgres") server = await startPostgres();
      await use(async () => server?.createDatabase());
      await server?.dispose();
    },
    { scope: "worker" },
  ],
  instance: [
    async ({ newDatabase }, use) => {
      const instance = await Instance.start({ databaseUrl: await newDatabase() });
      await use(instance);
      await instance.stop();
    },
    { scope: "worker" },
  ],
});
export { expect } from "@playwright/test";
