/** Implements `npm run doctor` and `instance-admin doctor`: what will fail, before it does. */
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { freemem } from "node:os";
import { dirname, join } from "node:path";
import { connect as connectTls } from "node:tls";
import { sql } from "kysely";
import { type Env, readEnv } from "@/lib/env";
import { openEdition, Version } from "@/lib/server/config-file";
import { systemClock } from "@/lib/clock";
import { exposedMetrics } from "@/lib/server/known/starts";
import { type Db, openDatabase } from "@/lib/server/db";
import pino from "pino";

type State = "ok" | "warning" | "error" | "skipped";
interface Finding {
  check: string;
  state: State;
  message: string;
}

const MIN_FREE_BYTES = 500_000_000;
const MIN_MEMORY_BYTES = 200_000_000;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const MIN_CERTIFICATE_DAYS = 14;
/** The size of the largest import, which a proxy must let through. */
const MAX_BODY_BYTES = 2_200_000;
const TIMEOUT_MS = 5_000;

/** File systems on which SQLite's locks or a rename over the network are unreliable, and one that forgets its files. */
const UNSUITABLE = new Map([
  [0x6969, "NFS"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x01021994, "tmpfs, which loses its files at a restart"],
]);

const ok = (message: string) => ({ state: "ok" as const, message });
const warning = (message: string) => ({ state: "warning" as const, message });
const error = (message: string) => ({ state: "error" as const, message });
const skipped = (message: string) => ({ state: "skipped" as const, message });
type Result = Omit<Finding, "check">;

const reason = (caught: unknown): string => {
  if (!(caught instanceof Error)) return String(caught);
  const { cause } = caught;
  return cause instanceof Error && cause.message !== "" ? cause.message : caught.message;
};
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;

const request = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS), ...init });

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Checks a folder that the panel writes to. */
function folder(path: string): Result {
  if (!existsSync(path)) return warning(`${path} does not exist yet. The first start creates it.`);
  if (!canWrite(path)) return error(`${path} is not writable for this user. Change its owner or its mode.`);
  const { type, bavail, bsize } = statfsSync(path);
  const unsuitable = UNSUITABLE.get(type >>> 0);
  if (unsuitable) return warning(`${path} is on ${unsuitable}. Move it to a local disk.`);
  const free = bavail * bsize;
  if (free < MIN_FREE_BYTES)
    return error(`${path} has ${megabytes(free)} left. Free some space: saves fail on a full disk.`);
  return ok(`${path} is writable, with ${megabytes(free)} left.`);
}

function secrecy({ dataDir }: Env): Result {
  if (!existsSync(dataDir)) return skipped("There is no data folder yet.");
  const mode = statSync(dataDir).mode & 0o077;
  return mode === 0
    ? ok("Only this user can read the data folder.")
    : warning(`Other users can enter ${dataDir}, which has secrets. Run chmod 700 on it.`);
}

function configuration({ configPath, configNaming }: Env): Result {
  if (!existsSync(configPath))
    return warning(`There is no file at ${configPath}. Set CONFIG_PATH, or let the panel create the file.`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(configPath);
  } catch (caught) {
    return error(`${configPath} cannot be read (${reason(caught)}). Change its owner or its mode.`);
  }
  const version = Version.parse(bytes, configNaming);
  if (version.usable) return ok(`${configPath} is a valid file with ${version.naming} key names.`);
  return error(`${configPath} is not usable: ${version.problems.map(({ message }) => message).join(" ")}`);
}

function memory(): Result {
  const limit = process.constrainedMemory?.() ?? 0;
  const isLimited = limit > 0 && limit < 2 ** 53;
  const free = isLimited ? limit : freemem();
  return free < MIN_MEMORY_BYTES
    ? warning(
        `Only ${megabytes(free)} of memory ${isLimited ? "is allowed" : "is free"}. The panel needs about 200 MB.`,
      )
    : ok(`${megabytes(free)} of memory ${isLimited ? "is allowed" : "is free"}.`);
}

async function database(env: Env): Promise<Result> {
  if (env.databaseUrl === undefined && !existsSync(join(env.dataDir, "instance.db")))
    return skipped("The first start creates the SQLite database.");
  const { db, close } = openDatabase(env, pino({ level: "silent" }));
  return examineDatabase(env, db).finally(close);
}

async function examineDatabase({ databaseUrl, dataDir }: Env, db: Db): Promise<Result> {
  if (databaseUrl === undefined) {
    const file = join(dataDir, "instance.db");
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db);
    return rows[0]?.quick_check === "ok"
      ? ok(`${file} is intact (${megabytes(statSync(file).size)}).`)
      : error(`${file} is damaged: ${rows[0]?.quick_check}. Restore a backup.`);
  }
  const since = performance.now();
  const { rows } = await sql<{ version: string; now: string }>`
    select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::text as now`.execute(
    db,
  );
  const took = performance.now() - since;
  const difference = Number(rows[0]?.now ?? 0) - Date.now() + took / 2;
  if (Math.abs(difference) > MAX_CLOCK_DIFFERENCE_MS)
    return error(
      `The clock of the database differs by ${Math.round(difference / 1000)} s from this machine's. Synchronize both with NTP.`,
    );
  return ok(`PostgreSQL ${rows[0]?.version} answers in ${Math.round(took)} ms, and its clock agrees.`);
}

const localAddress = ({ host, port }: Env): string => {
  const name = ["0.0.0.0", "::"].includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

async function panel(settings: Env): Promise<Result> {
  const address = localAddress(settings);
  let response: Response;
  try {
    response = await request(`${address}/api/health`);
  } catch (caught) {
    if (/ECONNREFUSED/.test(String(caught instanceof Error ? (caught.cause ?? caught) : caught)))
      return warning(`Nothing listens at ${address}. Start the panel to check more.`);
    return error(`${address} does not answer (${reason(caught)}).`);
  }
  const text = await response.text();
  if (!text.includes('"status"')) return error(`Another program uses ${address}. Choose another PORT.`);
  return response.ok ? ok(`The panel at ${address} is healthy.`) : error(`The panel is not healthy: ${text}`);
}

async function publicAddress(settings: Env): Promise<Result> {
  if (!settings.isAddressKnown)
    return warning(
      "NEXTAUTH_URL is not set, so operators can sign in only from this machine. Set the public address.",
    );
  try {
    const response = await request(`${settings.publicUrl}/api/health`);
    const text = await response.text();
    if (text.includes('"status"')) return ok(`The panel answers at ${settings.publicUrl}.`);
    return error(
      `${settings.publicUrl} answers, but not with the panel (${response.status}). Check the proxy's configuration.`,
    );
  } catch (caught) {
    return error(
      `${settings.publicUrl} (NEXTAUTH_URL) does not answer: ${reason(caught)}. Check the name and the proxy.`,
    );
  }
}

async function certificate({ publicUrl, isHttps, isAddressKnown }: Env): Promise<Result> {
  if (!isAddressKnown) return skipped("NEXTAUTH_URL is not set.");
  if (!isHttps)
    return warning(
      `${publicUrl} is not https, so passwords travel in the clear. Put a proxy with TLS before the panel.`,
    );
  const { hostname, port } = new URL(publicUrl);
  const until = await new Promise<string>((resolve, reject) => {
    const socket = connectTls(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS },
      () => {
        resolve(socket.getPeerCertificate().valid_to);
        socket.destroy();
      },
    );
    socket.once("error", reject).once("timeout", () => socket.destroy(new Error("no answer")));
  });
  const days = Math.floor((Date.parse(until) - Date.now()) / 86_400_000);
  return days < MIN_CERTIFICATE_DAYS
    ? warning(`The certificate of ${hostname} expires in ${days} days. Check its renewal.`)
    : ok(`The certificate of ${hostname} is valid for ${days} days.`);
}

/** The panel refuses this request before it reads the body. Status 413 is the proxy's. */
async function largestImport(settings: Env): Promise<Result> {
  if (!settings.isAddressKnown) return skipped("NEXTAUTH_URL is not set.");
  const body = JSON.stringify({ text: "x".repeat(MAX_BODY_BYTES) });
  const headers = { "content-type": "application/json", origin: settings.publicUrl };
  const { status } = await request(`${settings.publicUrl}/api/panel/config/import`, {
    method: "POST",
    headers,
    body,
  });
  return status === 413
    ? error("The proxy refuses an import of 2 MiB (413). Raise its limit: client_max_body_size 5m in nginx.")
    : ok("The proxy passes an import of 2 MiB.");
}

async function instance({ givenApiUrl }: Env): Promise<Result> {
  if (givenApiUrl === undefined) return skipped("INSTANCE_API_URL is not set.");
  const address = `${givenApiUrl}/v9/ping`;
  const { ok: isOk, status } = await request(address);
  return isOk
    ? ok(`The instance answers at ${address}.`)
    : error(`${address} answers ${status}. Check INSTANCE_API_URL.`);
}

/** Asks at the public addresses in the file. An internal address says nothing about what a proxy forwards. */
async function openMetrics(settings: Env): Promise<Result> {
  if (settings.givenApiUrl === undefined) return skipped("INSTANCE_API_URL is not set.");
  if (!existsSync(settings.configPath)) return skipped("There is no file with the instance's addresses yet.");
  const version = Version.parse(readFileSync(settings.configPath), settings.configNaming);
  if (!version.usable) return skipped("The file is not usable.");
  const open = await exposedMetrics(version.settings, {
    env: { instanceApiUrl: settings.givenApiUrl, checkAllow: settings.checkAllow },
    clock: systemClock,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return open.length > 0
    ? warning(`${open.join(" and ")} answers everybody. Let the proxy refuse /metrics.`)
    : ok("No public address of the instance shows its metrics.");
}

const checks: readonly [string, (settings: Env) => Result | Promise<Result>][] = [
  ["data folder", ({ dataDir }) => folder(dataDir)],
  ["secrecy", secrecy],
  ["backup folder", ({ backupDir }) => folder(existsSync(backupDir) ? backupDir : dirname(backupDir))],
  ["configuration folder", ({ configPath }) => folder(dirname(configPath))],
  ["configuration file", configuration],
  ["memory", memory],
  ["database", database],
  ["panel", panel],
  ["public address", publicAddress],
  ["certificate", certificate],
  ["largest import", largestImport],
  ["instance", instance],
  ["instance's metrics", openMetrics],
];

async function examine(settings: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, examineOne] of checks) {
    try {
      findings.push({ check, ...(await examineOne(settings)) });
    } catch (caught) {
      findings.push({ check, ...error(`${reason(caught)}.`) });
    }
  }
  return findings;
}

// The output is for programs, so the log must not mix with it.
process.env.LOG_LEVEL = "silent";
const isJson = process.argv.includes("--json");
let findings: Finding[];
try {
  const env = readEnv();
  openEdition(env.configEdition);
  findings = await examine(env);
} catch (caught) {
  findings = [{ check: "environment", ...error(reason(caught)) }];
}
const hasErrors = findings.some(({ state }) => state === "error");
console.log(
  isJson
    ? JSON.stringify({ ok: !hasErrors, findings }, null, 2)
    : findings.map(({ check, state, message }) => `${state.padEnd(8)} ${check}: ${message}`).join("\n"),
);
process.exitCode = hasErrors ? 1 : 0;
