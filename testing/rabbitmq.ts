import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/e2e/support/free-port";

/** RabbitMQ's original start script. The script that Debian has in PATH would change the user and the folder. */
const program = process.env.RABBITMQ_SERVER || "/usr/lib/rabbitmq/bin/rabbitmq-server";

/** Whether RabbitMQ is installed. If not, prints which tests are skipped. */
export function hasRabbitmq(leftOut: string): boolean {
  const isInstalled = existsSync(program);
  if (!isInstalled) console.warn(`SKIPPED: ${leftOut}, because rabbitmq-server is not installed.`);
  return isInstalled;
}

export interface Rabbitmq {
  port: number;
  /**
   * Returns the broker's address with the credentials of `keeper`, whose password needs escaping.
   * @param user other credentials to use: `name:password`, escaped
   */
  address: (user?: string, vhost?: string) => string;
  stop: () => Promise<void>;
}

/** Starts RabbitMQ with its own folder, ports and port mapper. */
export async function startRabbitmq(): Promise<Rabbitmq> {
  const folder = mkdtempSync(join(tmpdir(), "rabbitmq-"));
  const port = await freePort();
  // Erlang's port mapper (epmd) runs on a separate port. It outlives the broker unless it is stopped.
  const names = {
    ...process.env,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    ERL_EPMD_PORT: String(await freePort()),
  };
  writeFileSync(
    join(folder, "rabbitmq.conf"),
    `listeners.tcp.1 = 127.0.0.1:${port}\ndefault_user = keeper\ndefault_pass = sea salt 0451\nlog.console = true\n`,
  );
  const broker = spawn(program, [], {
    env: {
      ...names,
      // Erlang also stores its cookie in this folder.
      HOME: folder,
      ERL_CRASH_DUMP: join(folder, "crash.dump"),
      RABBITMQ_NODENAME: `check-${port}@localhost`,
      RABBITMQ_DIST_PORT: String(await freePort()),
      // Makes idle schedulers sleep instead of polling for work.
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
        "-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none",
      RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
      RABBITMQ_MNESIA_BASE: folder,
      RABBITMQ_LOG_BASE: folder,
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "plugins"),
      RABBITMQ_PID_FILE: join(folder, "pid"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await started(broker);
  return {
    port,
    address: (user = "keeper:sea%20salt%200451", vhost = "") => `amqp://${user}@127.0.0.1:${port}${vhost}`,
    stop: async () => {
      if (broker.exitCode === null) {
        const gone = once(broker, "exit");
        broker.kill("SIGTERM");
        await gone;
      }
      spawnSync("epmd", ["-kill"], { env: names });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
