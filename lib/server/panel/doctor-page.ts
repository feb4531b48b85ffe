import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { totalmem } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { z } from "zod/mini";
import type { Env } from "@/lib/env";
import { type Clock, DAY } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import { type DoctorView, type Finding, findings } from "@/lib/shared/contract/doctor";
import { parsedJson } from "@/lib/shared/json/value";
import { hideInText } from "@/lib/shared/settings/credentials";

const PAUSE_MS = 30_000;
const LIMIT_MS = 120_000;
const MiB = 1024 * 1024;
/** The child shares the memory limit of the panel, which the system would end first because it is larger. */
const MIN_MEMORY = 256 * MiB;
const HEAP_MIB = 64;
const MAX_PRINTED = MiB;

const report = z.object({ findings });

interface DoctorPageDeps {
  env: Pick<Env, "isAddressKnown" | "publicUrl">;
  panelSettings: PanelSettings;
  clock: Clock;
  program?: string;
  /** Bytes that the processes of the panel may use together. */
  memoryLimit?: () => number;
}

function memoryOfMachine(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Runs `npm run doctor` for the Instance page. It is a process of its own, because the integrity check of SQLite would
 * hold up all other requests.
 */
export function createDoctorPage({
  env,
  panelSettings,
  clock,
  program = join(/* turbopackIgnore: true */ process.cwd(), "scripts", "doctor.mjs"),
  memoryLimit = memoryOfMachine,
}: DoctorPageDeps) {
  let last: { at: number; findings: Finding[] } | null = null;
  let startedAt = -Infinity;
  let child: ChildProcess | null = null;

  function whyNot(): string | null {
    const limit = memoryLimit();
    return limit >= MIN_MEMORY
      ? null
      : `The checks need a second process, and the panel may use only ${Math.floor(limit / MiB)} MiB of memory. Allow ${MIN_MEMORY / MiB} MiB, or run instance-admin doctor on the panel's machine.`;
  }

  const view = (): DoctorView => ({
    checkedAt: last?.at ?? null,
    isRunning: child !== null,
    refusal: whyNot(),
    findings: last?.findings ?? [],
  });

  function start(): void {
    if (child !== null || whyNot() !== null) return;
    startedAt = clock.elapsed();
    const { instanceApiUrl: url, instanceOperatorToken: token } = panelSettings;
    const options = [...process.execArgv, `--max-old-space-size=${HEAP_MIB}`];
    const started = spawn(process.execPath, [...options, program, "--json", "--brief"], {
      env: {
        ...process.env,
        // The panel has set it for next-auth.
        NEXTAUTH_URL: env.isAddressKnown ? env.publicUrl : "",
        // The connection may be stored in the panel.
        ...(url !== undefined && !panelSettings.isInstanceFixed && { INSTANCE_API_URL: url }),
        ...(token !== undefined && !panelSettings.isOperatorTokenFixed && { INSTANCE_OPERATOR_TOKEN: token }),
      },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: LIMIT_MS,
    });
    child = started;
    void found(started).then((results) => {
      last = { at: clock.now(), findings: results };
      child = null;
    });
  }

  return {
    /** Returns the last results. Starts the checks if the results are older than a day. */
    view(): DoctorView {
      if (last === null || clock.now() - last.at > DAY) start();
      return view();
    },
    /** Starts the checks, unless they are running. @throws AppError `rate-limited`; `conflict` without enough memory */
    run(): DoctorView {
      const refusal = whyNot();
      if (refusal !== null) throw new AppError("conflict", refusal);
      const wait = Math.ceil((startedAt + PAUSE_MS - clock.elapsed()) / 1000);
      if (child === null && wait > 0)
        throw new AppError("rate-limited", `The checks have just run. Try again in ${wait} seconds.`, {
          details: { retryAfter: wait },
        });
      start();
      return view();
    },
    async stop(): Promise<void> {
      const running = child;
      if (running === null) return;
      const closed = once(running, "close");
      running.kill();
      await closed;
    },
  };
}

async function found(child: ChildProcess & { stdout: Readable }): Promise<Finding[]> {
  const failed = new Promise<string>((resolve) => child.once("error", (error) => resolve(String(error))));
  const printed = await Promise.race([printedBy(child), failed]);
  const { data } = z.safeParse(report, parsedJson(printed));
  const message =
    "The checks stopped before they had a result. Run instance-admin doctor on the panel's machine.";
  return (
    data?.findings.map((finding) => ({ ...finding, message: hideInText(finding.message) })) ?? [
      { check: "doctor", state: "error", message },
    ]
  );
}

async function printedBy(child: ChildProcess & { stdout: Readable }): Promise<string> {
  let printed = "";
  for await (const part of child.stdout.setEncoding("utf8")) {
    printed += String(part);
    if (printed.length <= MAX_PRINTED) continue;
    child.kill("SIGKILL");
    return "";
  }
  return printed;
}
