import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import SQLite from "better-sqlite3";
import { SignJWT } from "jose";

export const SECRET = "the signing secret of a test instance, long enough";
const OPERATOR = "operator";

type Json = Record<string, unknown>;

/** A free port; the caller takes it at once. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port");
  return address.port;
}

/** The production build in a process and a data folder of its own, with what a test of the API needs around it. */
export class Instance {
  private constructor(
    readonly url: string,
    readonly folder: string,
    private process: ChildProcess,
    private readonly environment: NodeJS.ProcessEnv,
    private readonly port: number,
  ) {}

  static async start(options: { config?: Json; env?: Record<string, string> } = {}): Promise<Instance> {
    const folder = mkdtempSync(join(tmpdir(), "instance-admin-"));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(
      join(folder, "config.json"),
      JSON.stringify({ security: { jwtSecret: SECRET }, ...options.config }),
    );
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_ENV: "production",
      NODE_OPTIONS: "",
      DATA_DIR: folder,
      CONFIG_PATH: join(folder, "config.json"),
      HOST: "127.0.0.1",
      PORT: String(port),
      NEXTAUTH_URL: url,
      OPERATOR_USERNAME: OPERATOR,
      OPERATOR_PASSWORD: "correct horse battery staple",
      ...options.env,
    };
    const instance = new Instance(url, folder, launch(environment, port), environment, port);
    await instance.ready();
    return instance;
  }

  /** Waits until the panel says that it works. */
  private async ready(): Promise<void> {
    const deadline = Date.now() + 30_000;
    for (;;) {
      if (this.process.exitCode !== null) throw new Error(`The panel ended with ${this.process.exitCode}`);
      const health = await fetch(`${this.url}/api/health`).catch(() => null);
      if (health?.ok) return;
      if (Date.now() > deadline)
        throw new Error(`The panel is not healthy: ${(await health?.text()) ?? "no answer"}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends the process without warning, and waits until it is gone. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }

  async restart(): Promise<void> {
    await this.kill();
    this.process = launch(this.environment, this.port);
    await this.ready();
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Changes the configuration file as an operator's editor would. `change` gets the parsed file. */
  configure(change: (config: Record<string, Json>) => void): void {
    const path = join(this.folder, "config.json");
    const config = JSON.parse(readFileSync(path, "utf8")) as Record<string, Json>;
    change(config);
    writeFileSync(`${path}.new`, JSON.stringify(config));
    renameSync(`${path}.new`, path);
  }

  /** Reads or writes the database beside the running process. */
  sql<T = Json>(query: string, ...values: unknown[]): T[] {
    const database = new SQLite(join(this.folder, "instance.db"));
    try {
      const statement = database.prepare(query);
      return statement.reader ? (statement.all(...values) as T[]) : (statement.run(...values), []);
    } finally {
      database.close();
    }
  }

  operatorId(): string {
    const [row] = this.sql<{ user_id: string }>("select user_id from operators where username = ?", OPERATOR);
    if (!row) throw new Error("No operator");
    return row.user_id;
  }

  /** A guild that the operator owns, made at first start. */
  guildId(): string {
    const [row] = this.sql<{ id: string }>(
      "select id from guilds where owner_id = ? order by id",
      this.operatorId(),
    );
    if (!row) throw new Error("No guild");
    return row.id;
  }

  /** A person's account. Ids count up from far below those that the panel makes. */
  addUser(username: string, rights = "0"): string {
    const [row] = this.sql<{ id: string }>(
      `insert into users (id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at)
       select cast(1000 + count(*) as text), ?, 0, ?, 0, 0, 0, 0 from users returning id`,
      username,
      rights,
    );
    return row?.id ?? "";
  }

  addMember(guildId: string, userId: string): void {
    this.sql("insert into members (guild_id, user_id, joined_at) values (?, ?, 0)", guildId, userId);
  }

  /** A role of a guild, given to its members. */
  addRole(guildId: string, permissions: bigint, ...userIds: string[]): string {
    const [row] = this.sql<{ id: string }>(
      `insert into roles (id, guild_id, name, permissions, position, managed)
       select cast(500 + count(*) as text), ?, 'role', ?, 1, 0 from roles returning id`,
      guildId,
      permissions.toString(),
    );
    for (const userId of userIds)
      this.sql("insert into member_roles values (?, ?, ?)", guildId, userId, row?.id);
    return row?.id ?? "";
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
        authorization: await this.token(this.operatorId()),
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

  /** An application of the operator's with a bot. */
  async addBot(name = "Lighthouse"): Promise<{ id: string; token: string }> {
    const { id } = (await this.post("/api/v9/applications", { name })).body;
    const { token } = (await this.post(`/api/v9/applications/${String(id)}/bot`)).body;
    return { id: String(id), token: String(token) };
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

function launch(environment: NodeJS.ProcessEnv, port: number): ChildProcess {
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  return spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    env: environment,
    stdio: ["ignore", process.env.SHOW_SERVER ? "inherit" : "ignore", "inherit"],
  });
}

/** A test with an instance that the tests of one file share. */
export const test = base.extend<object, { instance: Instance }>({
  instance: [
    async ({}, use) => {
      const instance = await Instance.start();
      await use(instance);
      await instance.stop();
    },
    { scope: "worker" },
  ],
});
export { expect } from "@playwright/test";
