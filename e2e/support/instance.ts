import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { test as base } from "@playwright/test";
import { SignJWT } from "jose";
import { Description } from "./described";
import { type Database, databaseOf, type Row } from "./database";
import { operator, type Panel, type PanelOptions, startPanel } from "./panel";
import { type PostgresServer, startPostgres } from "./postgres";
import { PanelClient, sessionIn } from "./session";

export const SECRET = "the signing secret of a test instance, long enough";
/** The session secret (`NEXTAUTH_SECRET`) of all replicas. */
export const SESSION_SECRET = "a secret for the sessions at every replica";

type Json = Record<string, unknown>;

/** Matches lines of a panel's output that are written for people, not as JSON. */
const FOR_PEOPLE = /^(?:$|Instance Admin  |Configuration  |Instance  |Setup link  | {2})/;

function isLogLine(line: string): boolean {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" && entry !== null && "level" in entry && "time" in entry;
  } catch {
    return false;
  }
}

export interface InstanceOptions {
  /** The content of the configuration file, except for the signing secret. */
  config?: Json;
  env?: Record<string, string>;
  /** The value of `DATABASE_URL`. If undefined, the panel uses SQLite. */
  databaseUrl?: string;
  /** The Node executable that runs the panel, for testing other Node versions. */
  executable?: string;
}

/** A panel with helpers for tests of the instance API: tokens, rows and requests. */
export class Instance {
  operatorId = "";
  /** A guild that the operator owns. The panel creates this guild at its first start. */
  guildId = "";
  private description: Description | undefined;
  private added = 0;
  private readonly secrets = new Set([SECRET, SESSION_SECRET, operator.password]);

  private constructor(
    public panel: Panel,
    private readonly options: PanelOptions,
    private readonly database: Database,
  ) {}

  static async start({ config, env = {}, databaseUrl, executable }: InstanceOptions = {}): Promise<Instance> {
    const settings = { security: { jwtSecret: SECRET }, ...config };
    const options: PanelOptions = {
      config: JSON.stringify(settings),
      // Logs at the most detailed level, so that `expectDiscreet` finds every leaked secret.
      env: { LOG_LEVEL: "trace", ...env },
      databaseUrl,
      executable,
    };
    return Instance.of(await startPanel(options), databaseUrl, options);
  }

  /** Wraps a panel that is already running. */
  static async of(panel: Panel, databaseUrl?: string, options: PanelOptions = {}): Promise<Instance> {
    const instance = new Instance(panel, { ...options, databaseUrl }, databaseOf(databaseUrl, panel.dataDir));
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

  /** The value of `DATABASE_URL`. Undefined if the panel uses SQLite. */
  get databaseUrl(): string | undefined {
    return this.options.databaseUrl;
  }

  get url(): string {
    return this.panel.url;
  }

  /** Starts a second process with the same file and database. With PostgreSQL, it has a separate data folder. */
  async replica(): Promise<Panel> {
    const { env: own, databaseUrl } = this.options;
    const env = { ...own };
    // The replica must listen on another port.
    delete env.PORT;
    if (databaseUrl === undefined) return startPanel({ folder: this.panel.folder, env });
    return startPanel({ databaseUrl, env: { ...env, CONFIG_PATH: this.panel.configPath } });
  }

  /** Kills the process and starts it again. The URL changes. */
  async crash(): Promise<void> {
    await this.panel.stop("SIGKILL");
    this.expectDiscreet();
    const { env, databaseUrl } = this.options;
    this.panel = await startPanel({ folder: this.panel.folder, env, databaseUrl });
  }

  /** Expects that the log contains no token or password that the process has received or created. */
  expectDiscreet(): void {
    const log = this.panel.output();
    const logged = [...this.secrets].filter((secret) => secret !== "" && log.includes(secret));
    if (logged.length > 0) throw new Error(`The log contains secrets: ${logged.join(", ")}\n${log}`);
  }

  /** Expects that every line of the output is a JSON object, except for lines written for people. */
  private expectLog(): void {
    const lines = this.panel.output().split("\n");
    const stray = lines.filter((line) => !isLogLine(line) && !FOR_PEOPLE.test(line));
    if (stray.length > 0) throw new Error(`The log has lines that are no JSON:\n${stray.join("\n")}`);
  }

  async stop(): Promise<void> {
    await this.panel.dispose();
    this.expectDiscreet();
    this.expectLog();
  }

  /** Changes the configuration file as an editor would. `change` modifies the parsed file. */
  configure(change: (config: Record<string, Json>) => void): void {
    const path = this.panel.configPath;
    const config = JSON.parse(readFileSync(path, "utf8")) as Record<string, Json>;
    change(config);
    writeFileSync(`${path}.new`, JSON.stringify(config), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  sql<T = Row>(query: string, ...values: unknown[]): Promise<T[]> {
    return this.database.query<T>(query, ...values);
  }

  /** Adds a user who is not a bot. Ids start far below the ids that the panel generates. */
  async addUser(username: string, rights = "0"): Promise<string> {
    const id = String(1000 + (this.added += 1));
    await this.sql(
      `insert into users (id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at)
       values (?, ?, 0, ?, 0, 0, 0, 0)`,
      id,
      username,
      rights,
    );
    return id;
  }

  async addMember(guildId: string, userId: string): Promise<void> {
    await this.sql("insert into members (guild_id, user_id, joined_at) values (?, ?, 0)", guildId, userId);
  }

  async addRole(guildId: string, permissions: bigint, ...userIds: string[]): Promise<void> {
    const id = String(1000 + (this.added += 1));
    await this.sql(
      `insert into roles (id, guild_id, name, permissions, position, managed)
       values (?, ?, 'role', ?, 1, 0)`,
      id,
      guildId,
      permissions.toString(),
    );
    for (const userId of userIds) {
      await this.sql("insert into member_roles values (?, ?, ?)", guildId, userId, id);
    }
  }

  /** Signs a token with the instance's secret, as another program that knows the secret could. */
  async token(userId: string, claims: Json = {}, { secret = SECRET, alg = "HS256" } = {}): Promise<string> {
    return this.keep(
      await new SignJWT({ id: userId, iat: Math.floor(Date.now() / 1000), ...claims })
        .setProtectedHeader({ alg, typ: "JWT" })
        .sign(new TextEncoder().encode(secret)),
    );
  }

  /** Registers a secret that the log must never contain. */
  keep(secret: string): string {
    this.secrets.add(secret);
    return secret;
  }

  /** Sends a POST request with a JSON body. Uses the operator's token, unless `headers` contains another token. */
  async post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call("POST", path, body, headers);
  }

  /** Like `post`, for any method. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.send(path, {
      method,
      headers: {
        authorization: await this.token(this.operatorId),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    });
  }

  /** Sends a request. Throws if the endpoint's response does not match the OpenAPI description. */
  async send(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, init);
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, body: parse(text) };
    const { method = "GET" } = init;
    if (["GET", "POST", "PATCH", "DELETE"].includes(method)) {
      this.description ??= await Description.of(this.url);
      const complaint = this.description.complaint(path, answer.status, answer.body, method);
      if (complaint !== null) throw new Error(`${complaint}\n${text}`);
      if (typeof answer.body.token === "string") this.keep(answer.body.token);
    }
    return answer;
  }

  /** Creates an application without a bot. The operator owns the application, unless `ownerId` names another person. */
  async addApplication(name = "Lighthouse", ownerId = this.operatorId): Promise<string> {
    const authorization = await this.token(ownerId);
    return String((await this.post("/api/v9/applications", { name }, { authorization })).body.id);
  }

  async addBot(name = "Lighthouse", ownerId = this.operatorId): Promise<{ id: string; token: string }> {
    const id = await this.addApplication(name, ownerId);
    const headers = { authorization: await this.token(ownerId) };
    const { token } = (await this.post(`/api/v9/applications/${id}/bot`, undefined, headers)).body;
    return { id, token: String(token) };
  }

  /** Creates a guild. The operator owns the guild, unless `ownerId` names another person. */
  async addGuild(name: string, ownerId = this.operatorId): Promise<string> {
    const answer = await (await sessionIn(this.panel)).send("POST", "/api/panel/guilds", { name });
    const { id } = (await answer.json()) as { id: string };
    await this.sql("update members set user_id = ? where guild_id = ?", ownerId, id);
    await this.sql("update guilds set owner_id = ? where id = ?", ownerId, id);
    return id;
  }

  /** Adds a bot to a guild, as the operator or as another person. */
  async authorize(
    botId: string,
    guildId: string,
    permissions: bigint,
    userId = this.operatorId,
  ): Promise<Answer> {
    const body = { guild_id: guildId, permissions: String(permissions), authorize: true };
    const authorization = await this.token(userId);
    return this.post(`/api/v9/oauth2/authorize?client_id=${botId}`, body, { authorization });
  }

  /**
   * Sends a request that requires a user token. Returns its status: 200 with a user token, 403 with a bot
   * token, 401 with an invalid token.
   */
  async statusOf(authorization: string): Promise<number> {
    return (await this.post("/api/v9/applications", { name: "Ferry" }, { authorization })).status;
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
  database: "sqlite" | "postgres";
}

interface Fixtures {
  /** Creates a database and returns its URL. Returns undefined for SQLite. */
  newDatabase: () => Promise<string | undefined>;
  /** The instance that all tests of a worker share, including tests in different files. */
  instance: Instance;
  /**
   * Returns the shared instance's panel with this configuration file, and a client with a new operator
   * session. The database contains data from earlier tests. A test needs a separate panel if it counts all
   * rows, ends the process or depends on the process's environment.
   */
  panelWith: (config?: string) => Promise<{ panel: Panel; client: PanelClient }>;
  /** A panel without operators. All tests of a worker share it, so they must not complete its setup. */
  panelBeforeSetUp: Panel;
}

export const METRICS_TOKEN = "a-token-for-the-metrics";

const plain = JSON.stringify({ security: { jwtSecret: SECRET } });

/** The last test's file, because tests of one file may continue with the configuration of earlier tests. */
let lastFile = "";

/**
 * Marks a test of the instance API that does not depend on the database or needs SQLite, so it runs with SQLite only.
 * All other tests of this API run with PostgreSQL, and `npm run test:rare` repeats them with SQLite. Do not mark tests
 * that read or write rows, depend on counters, or generate ids.
 */
export const anyDatabase = { tag: "@any-database" };

/**
 * Marks a test of the panel API that depends on stored rows. It runs only with PostgreSQL, because journeys
 * test the same behavior with SQLite.
 */
export const stored = { tag: "@stored" };

/**
 * The `test` function for tests that open no pages and can run on every type of database
 * (`playwright.config.ts`). All such tests use this function, so that Playwright can reuse a worker for
 * several files.
 */
export const test = base.extend<{ restored: void }, DatabaseOption & Fixtures>({
  // Tests of the panel API replace the shared configuration file. Tests of the instance API start from the first one.
  restored: [
    async ({ instance }, use, { file }) => {
      if (file !== lastFile && file.includes("/e2e/api/")) await instance.panel.replaceConfig(plain);
      lastFile = file;
      await use();
    },
    { auto: true },
  ],
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
      const instance = await Instance.start({ databaseUrl: await newDatabase(), env: { METRICS_TOKEN } });
      await use(instance);
      await instance.stop();
    },
    { scope: "worker" },
  ],
  panelWith: [
    async ({ instance }, use) => {
      await use(async (config = plain) => {
        const { panel } = instance;
        await panel.replaceConfig(config);
        const client = await PanelClient.signIn(panel);
        // `replaceConfig` undoes values that earlier tests saved. Without this request, the panel would offer
        // to save these values again.
        await client.fetch("/api/panel/config/undone", { method: "DELETE" });
        return { panel, client };
      });
    },
    { scope: "worker" },
  ],
  panelBeforeSetUp: [
    async ({ newDatabase }, use) => {
      const env = { OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "", METRICS_TOKEN };
      const panel = await startPanel({ databaseUrl: await newDatabase(), env });
      await use(panel);
      await panel.dispose();
    },
    { scope: "worker" },
  ],
});
export { expect } from "@playwright/test";
