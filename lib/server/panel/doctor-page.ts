import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod/mini";
import type { Clock } from "@/lib/clock";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import { type DoctorView, type Finding, findings } from "@/lib/shared/contract/doctor";
import { parsedJson } from "@/lib/shared/json/value";

const PAUSE_MS = 30_000;
const FRESH_MS = 24 * 60 * 60_000;
const LIMIT_MS = 120_000;

const report = z.object({ findings });

interface DoctorPageDeps {
  env: Pick<Env, "isAddressKnown" | "publicUrl">;
  panelSettings: PanelSettings;
  clock: Clock;
}

/**
 * Runs `npm run doctor` for the Instance page. It is a process of its own, because the integrity check of SQLite would
 * hold up all other requests.
 */
export function createDoctorPage({ env, panelSettings, clock }: DoctorPageDeps) {
  let last: { at: number; findings: Finding[] } | null = null;
  let startedAt = -Infinity;
  let child: ChildProcess | null = null;

  const view = (): DoctorView => ({
    checkedAt: last?.at ?? null,
    isRunning: child !== null,
    findings: last?.findings ?? [],
  });

  function start(): void {
    if (child !== null) return;
    startedAt = clock.elapsed();
    const { instanceApiUrl: url, instanceOperatorToken: token } = panelSettings;
    const program = join(/* turbopackIgnore: true */ process.cwd(), "scripts", "doctor.mjs");
    const started = spawn(process.execPath, [...process.execArgv, program, "--json"], {
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
      if (last === null || clock.now() - last.at > FRESH_MS) start();
      return view();
    },
    /** Starts the checks, unless they are running. @throws AppError `rate-limited` */
    run(): DoctorView {
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

async function found(child: ChildProcess & { stdout: NodeJS.ReadableStream }): Promise<Finding[]> {
  const failed = new Promise<string>((resolve) => child.once("error", (error) => resolve(String(error))));
  const printed = await Promise.race([text(child.stdout), failed]);
  const { data } = z.safeParse(report, parsedJson(printed));
  const message =
    "The checks stopped before they had a result. Run instance-admin doctor on the panel's machine.";
  return data?.findings ?? [{ check: "doctor", state: "error", message }];
}
