import "server-only";
import { spawn } from "node:child_process";
import { env, type Reload } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { closeBroker, openBroker } from "@/lib/server/checks/broker";
import { permitOf } from "@/lib/server/checks/endpoints";
import { Trail } from "@/lib/server/checks/trail";
import { configFile } from "@/lib/server/config-file";
import type { ReloadEvent } from "@/lib/shared/settings/editions/edition";
import { panelSettings, reachOf } from "@/lib/panel-settings";

/**
 * The outcome of asking the instance to reload:
 * - `note`: how the instance was asked.
 * - `isUntouched`: the instance did not receive or accept the request, and still runs as before.
 * - `reason`: what failed, and what to do.
 */
export type Reloaded = { ok: true; note: string } | { ok: false; reason: string; isUntouched?: boolean };

const untouched = (reason: string): Reloaded => ({ ok: false, isUntouched: true, reason });

/** Returns the entry of INSTANCE_RELOAD with this name, or the last entry if the name is no longer listed. */
export function wayNow(name: string): Reload | undefined {
  const ways = env().instanceReload;
  return ways.find(({ way }) => way === name) ?? ways.at(-1);
}

/** @param print receives a command's output as it arrives */
export async function reloadInstance(
  reload: Reload | undefined,
  print: (text: string) => void,
): Promise<Reloaded> {
  switch (reload?.way) {
    case "command":
      return runCommand(reload.command, print);
    case "broker":
      return announceReload();
    case undefined:
      throw new AppError(
        "conflict",
        "INSTANCE_RELOAD is not set, so the panel cannot apply the file. Restart the instance yourself.",
      );
  }
}

/** Time limit (ms) for connecting, signing in and sending the event together. */
const limitMs = 10_000;

/** Sends a reload event to all processes of the instance, over the message broker that the configuration file specifies. */
export async function announceReload(): Promise<Reloaded> {
  const settings = await configFile().settings();
  const { reloadEvent } = settings.edition;
  if (reloadEvent === null)
    return untouched(
      "This server program does not support a reload through the broker. Set INSTANCE_RELOAD to another way.",
    );
  const address = settings.get("broker.host");
  if (address === null || !URL.canParse(address))
    return untouched(
      "The file contains no message broker address. Set the address, or set INSTANCE_RELOAD to another way.",
    );
  const steps = await new Trail(new AbortController().signal, limitMs).follow(async (trail) => {
    const connection = await openBroker(trail, address, permitOf(settings, reachOf(env(), panelSettings())));
    try {
      await trail.step(
        "Event",
        () => send(connection, reloadEvent),
        () => "The broker accepted the event.",
      );
    } finally {
      await closeBroker(connection);
    }
  });
  const failed = steps.find(({ ok }) => !ok);
  return failed ? untouched(failed.message) : { ok: true, note: "The broker accepted the reload event." };
}

type Connection = Awaited<ReturnType<typeof openBroker>>;

async function send(connection: Connection, { exchange, type }: ReloadEvent): Promise<void> {
  const channel = await connection.createConfirmChannel();
  channel.on("error", () => undefined);
  await channel.assertExchange(exchange, "fanout", { durable: false });
  channel.publish(exchange, "", Buffer.from("{}"), { type, contentType: "application/json" });
  await channel.waitForConfirms();
}

/** Time limit of a command (ms). */
const COMMAND_LIMIT = 60_000;

/**
 * How long (ms) to wait for more output after a command has ended. Background processes may keep its output
 * stream open.
 */
const lastWordsMs = 500;

/** Environment variables that commands receive. None of them contains a secret. */
const passedOn = ["PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "XDG_RUNTIME_DIR"];
const further = ["DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST", "SSH_AUTH_SOCK"];

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => [...passedOn, ...further].includes(name)),
  ) as NodeJS.ProcessEnv;

/**
 * Runs a program without a shell, in a separate process group that keeps running if the panel is killed.
 * Stops the whole group at the time limit.
 * @param print receives output and error output as they arrive
 */
export function runCommand(
  [program = "", ...words]: readonly string[],
  print: (text: string) => void,
  limitMs = COMMAND_LIMIT,
): Promise<Reloaded> {
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ ok: false, reason });
    const refuse = (code?: string) => resolve(untouched(notStarted(program, code)));
    const child = started(program, words);
    if ("code" in child) return refuse(child.code);
    const timer = setTimeout(() => {
      endGroup(child.pid);
      fail(
        `${program} did not finish within ${limitMs / 1000} seconds and was stopped. Run it by hand to find out why.`,
      );
    }, limitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", print);
    }
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      refuse(error.code);
    });
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      const end = () => {
        if (code === 0) return resolve({ ok: true, note: `${program} exited with status 0.` });
        const how = code === null ? `was stopped by ${signal}` : `exited with status ${code}`;
        fail(`${program} ${how}. Check its output, or run it by hand as the panel's user.`);
      };
      // `close` is emitted after all output was read.
      const lastWords = setTimeout(end, lastWordsMs);
      child.once("close", () => {
        clearTimeout(lastWords);
        end();
      });
    });
  });
}

/**
 * Starts a program. Node emits some errors as events and throws others. If an error is thrown, returns its
 * code.
 */
function started(program: string, words: readonly string[]) {
  try {
    return spawn(/* turbopackIgnore: true */ program, words, {
      shell: false,
      detached: true,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}

function notStarted(program: string, code = "unknown error"): string {
  if (code === "ENOENT")
    return `The program ${program} does not exist. Correct INSTANCE_RELOAD, with the full path of the program.`;
  if (code === "EACCES")
    return `The panel's user is not allowed to run ${program}. Allow it, or correct INSTANCE_RELOAD (docs/applying.md).`;
  return `${program} could not be started (${code}). Run it by hand as the panel's user.`;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process group has already ended.
  }
}
