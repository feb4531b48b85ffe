import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drafts, closedPort, listening, outline, tried } from "@/testing/check-setting";

describe("the broker check, where there is no broker", () => {
  it("a closed port, a name that does not exist, another service", async () => {
    const port = await closedPort(createServer());
    const closed = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` });
    expect(outline(closed.steps)).toEqual(["Name ok", "Connection failed"]);
    const nowhere = await tried("broker", { "broker.host": "amqp://user:secret@no-such-host.invalid" });
    expect(outline(nowhere.steps)).toEqual(["Name failed"]);
    expect(JSON.stringify(nowhere)).not.toContain("secret");

    const web = await listening(
      createServer((socket) => void socket.on("error", ignore).end("HTTP/1.1 400 hidden words\r\n\r\n")),
    );
    const other = await tried("broker", { "broker.host": `amqp://127.0.0.1:${web}` });
    expect(outline(other.steps)).toEqual(["Name ok", "Connection ok", "Sign-in failed"]);
    expect(JSON.stringify(other)).not.toContain("hidden words");
  });

  it("one that takes the connection and says nothing", async () => {
    const port = await listening(createServer((socket) => void socket.resume()));
    const result = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` }, { limitMs: 200 });
    expect(result.steps.at(-1)).toMatchObject({ name: "Sign-in", ok: false });
    expect(result.steps.at(-1)?.message).toMatch(/^No answer/);
  });

  it("a private address that the file does not name", async () => {
    const operations = drafts({ "broker.host": "amqp://127.0.0.1:5672" });
    expect(outline((await tried("broker", {}, { operations })).steps)).toEqual(["Name failed"]);
  });
});

/** RabbitMQ's own start script, if the machine has it; the one on Debian's PATH changes user and folder. */
const rabbitmq = process.env.RABBITMQ_SERVER || "/usr/lib/rabbitmq/bin/rabbitmq-server";
const isInstalled = existsSync(rabbitmq);
if (!isInstalled) {
  console.warn(
    "SKIPPED: the broker check against a real RabbitMQ, because rabbitmq-server is not installed.",
  );
}

describe.skipIf(!isInstalled)("the broker check, against RabbitMQ", () => {
  const folder = mkdtempSync(join(tmpdir(), "rabbitmq-"));
  let broker: ChildProcess;
  let port = 0;
  /** Erlang's port mapper (epmd): a private one, which keeps running after the broker unless it is stopped. */
  const names: NodeJS.ProcessEnv = { ...process.env, ERL_EPMD_ADDRESS: "127.0.0.1" };

  beforeAll(async () => {
    port = await freePort(createServer());
    const distribution = await freePort(createServer());
    names.ERL_EPMD_PORT = String(await freePort(createServer()));
    writeFileSync(
      join(folder, "rabbitmq.conf"),
      `listeners.tcp.1 = 127.0.0.1:${port}\ndefault_user = keeper\ndefault_pass = sea salt 0451\nlog.console = true\n`,
    );
    broker = spawn(rabbitmq, [], {
      env: {
        ...names,
        // Erlang's cookie is stored here too.
        HOME: folder,
        ERL_CRASH_DUMP: join(folder, "crash.dump"),
        RABBITMQ_NODENAME: `check-${port}@localhost`,
        RABBITMQ_DIST_PORT: String(distribution),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1}",
        RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
        RABBITMQ_MNESIA_BASE: folder,
        RABBITMQ_LOG_BASE: folder,
        RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "plugins"),
        RABBITMQ_PID_FILE: join(folder, "pid"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await started(broker);
  }, 120_000);

  afterAll(async () => {
    if (broker.exitCode === null) {
      const gone = new Promise((resolve) => broker.once("exit", resolve));
      broker.kill("SIGTERM");
      await gone;
    }
    spawnSync("epmd", ["-kill"], { env: names });
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const address = (user: string, vhost = "") => `amqp://${user}@127.0.0.1:${port}${vhost}`;

  it("signs in, with a password that needs escaping", async () => {
    const result = await tried("broker", { "broker.host": address("keeper:sea%20salt%200451") });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Sign-in ok"]);
    expect(result.ok).toBe(true);
    expect(JSON.stringify(result)).not.toContain("salt");
  });

  it("a wrong password, and a virtual host that does not exist", async () => {
    const wrong = await tried("broker", { "broker.host": address("keeper:wrong") });
    expect(outline(wrong.steps)).toEqual(["Name ok", "Connection ok", "Sign-in failed"]);
    expect(wrong.steps.at(-1)?.message).toContain("rejects this username and password");
    const vhost = await tried("broker", { "broker.host": address("keeper:sea%20salt%200451", "/harbor") });
    expect(vhost.steps.at(-1)).toMatchObject({ name: "Sign-in", ok: false });
    expect(vhost.steps.at(-1)?.message).toContain("no virtual host harbor");
  });

  it("a port beside it at which nobody listens", async () => {
    const closed = await closedPort(createServer());
    const result = await tried("broker", {
      "broker.host": `amqp://keeper:sea%20salt%200451@127.0.0.1:${closed}`,
    });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection failed"]);
    expect(JSON.stringify(result)).not.toContain("salt");
  });
});

const freePort = (server: Server): Promise<number> => closedPort(server);

function started(broker: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/completed with \d+ plugins|Server startup complete/.test(output)) resolve();
    };
    broker.stdout?.on("data", read);
    broker.stderr?.on("data", read);
    broker.once("exit", (code) => reject(new Error(`RabbitMQ ended with ${code}:\n${output}`)));
  });
}

/** The first connection is closed before its response is read; the resulting error does not matter here. */
const ignore = (): void => undefined;
