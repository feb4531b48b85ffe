import "server-only";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { systemClock } from "@/lib/clock";
import { differenceFrom, readReported } from "@/lib/server/known/compare";
import { serverVersion } from "@/lib/server/known/instance";
import { exposedMetrics } from "@/lib/server/known/starts";
import { whyNoBroker } from "@/lib/server/reload";
import { editions } from "@/lib/shared/settings/editions";
import {
  type Check,
  error,
  ok,
  reason,
  request,
  type Result,
  skipped,
  type Subject,
  TIMEOUT_MS,
  warning,
} from "./finding";

/** As on the page of pending settings, this many values suggest that the instance reads another file. */
const MANY = 3;

export const instanceChecks: readonly Check[] = [
  ["instance", instance],
  ["operator token", operatorToken],
  ["edition", edition],
  ["reload", reload],
  ["instance's metrics", openMetrics],
];

const NOT_CONNECTED = skipped("The panel is not connected to an instance (INSTANCE_API_URL).");
const NO_ANSWER = skipped("The instance does not answer.");

async function instance({ instance: { apiUrl } }: Subject): Promise<Result> {
  if (apiUrl === undefined) return NOT_CONNECTED;
  const address = `${apiUrl}/v9/ping`;
  try {
    const { ok: isOk, status } = await request(address);
    return isOk
      ? ok(`The instance answers at ${address}.`)
      : error(`${address} answers ${status}. Check INSTANCE_API_URL.`);
  } catch (caught) {
    return error(`${address} does not answer (${reason(caught)}). Check that the instance runs there.`);
  }
}

/** Asks at the public addresses in the file. An internal address says nothing about what a proxy forwards. */
async function openMetrics({ env, instance: { apiUrl }, file }: Subject): Promise<Result> {
  if (apiUrl === undefined) return NOT_CONNECTED;
  if (file.state !== "usable") return skipped("There is no usable file with the instance's addresses.");
  const open = await exposedMetrics(file.version.settings, {
    env: { instanceApiUrl: apiUrl, checkAllow: env.checkAllow },
    clock: systemClock,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return open.length > 0
    ? warning(`${open.join(" and ")} answers everybody. Let the proxy refuse /metrics.`)
    : ok("No public address of the instance shows its metrics.");
}

/** Whether the instance lets the panel compare its settings, and has those of the file. */
async function operatorToken({ instance: { apiUrl, operatorToken: token }, file }: Subject): Promise<Result> {
  if (apiUrl === undefined) return NOT_CONNECTED;
  if (token === undefined)
    return warning(
      "There is no operator token, so the panel can compare only some settings. Set one on the Instance page.",
    );
  const answer = await request(`${apiUrl}/v9/policies/instance/config`, {
    headers: { authorization: token },
  }).catch(() => null);
  if (answer === null) return NO_ANSWER;
  const text = await answer.text();
  if (!answer.ok)
    return error(
      `The instance refuses the operator token (${answer.status}). Set another one on the Instance page or in INSTANCE_OPERATOR_TOKEN.`,
    );
  if (!text.includes('"limits"') || !text.includes('"security"'))
    return warning(
      "The instance reports only some settings. Use the token of a user with the OPERATOR right.",
    );
  const version = file.state === "usable" ? file.version : null;
  const report = version && readReported(version.edition, Buffer.from(text));
  if (!report) return ok("The instance reports its whole configuration.");
  const { different } = differenceFrom(version, report, { loaded: null });
  return different.length >= MANY
    ? warning(
        `The instance reports ${different.length} other values than the file has, such as ${different[0]}. If no change waits for a restart, it reads another file: compare its configuration path with CONFIG_PATH.`,
      )
    : ok(
        `The instance reports its whole configuration, and ${different.length === 0 ? "it agrees with the file" : `the file differs in ${different.join(" and ")}`}.`,
      );
}

async function edition({ instance: { apiUrl }, file }: Subject): Promise<Result> {
  if (apiUrl === undefined) return NOT_CONNECTED;
  if (file.state !== "usable") return skipped("There is no usable file to compare.");
  const { naming } = file.version;
  for (const one of editions()) {
    if (one.versionPath === null) continue;
    const answer = await request(new URL(one.versionPath, apiUrl).href).catch(() => null);
    if (answer === null) return NO_ANSWER;
    const { data } = serverVersion.safeParse(await answer.json().catch(() => null));
    if (!data) continue;
    const { implementation, version } = data;
    const words = `The instance runs ${implementation}${version.rev ? ` (${version.rev.slice(0, 12)})` : ""}`;
    return one.implementation === implementation && naming !== one.naming
      ? warning(`${words}, and the file has ${naming} key names. Set CONFIG_NAMING=${one.naming}.`)
      : ok(`${words}, and the file has ${naming} key names.`);
  }
  return skipped("The instance does not report its program.");
}

function reload({ env: { instanceReload }, instance: { apiUrl }, path, file }: Subject): Result {
  if (apiUrl === undefined) return NOT_CONNECTED;
  if (instanceReload.length === 0)
    return warning("INSTANCE_RELOAD is not set, so an operator must restart the instance after each save.");
  const programs = instanceReload.flatMap((one) => (one.way === "command" ? [one.command[0] ?? ""] : []));
  const missing = programs.filter((program) => !isProgram(program, path));
  if (missing.length > 0)
    return error(
      `INSTANCE_RELOAD starts ${missing.join(", ")}, which this user cannot run. Correct the path or its mode.`,
    );
  const noBroker =
    file.state === "usable" && instanceReload.some(({ way }) => way === "broker")
      ? whyNoBroker(file.version.settings)
      : null;
  return noBroker !== null
    ? error(noBroker)
    : ok(`The panel can apply changes: ${instanceReload.map(({ way }) => way).join(", ")}.`);
}

function isProgram(name: string, path: string | undefined): boolean {
  const folders = name.includes("/") ? [""] : (path ?? "").split(delimiter);
  return folders.some((one) => {
    try {
      accessSync(join(one, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
