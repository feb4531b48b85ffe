import "server-only";
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { freemem } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { connect as connectTls } from "node:tls";
import { sql } from "kysely";
import { z } from "zod";
import type { Env } from "@/lib/env";
import { USER_AGENT } from "@/lib/request-headers";
import { Version } from "@/lib/server/config-file";
import { systemClock } from "@/lib/clock";
import type { Db } from "@/lib/server/db";
import { serverVersion } from "@/lib/server/known/instance";
import { exposedMetrics } from "@/lib/server/known/starts";
import type { Finding } from "@/lib/shared/contract/doctor";
import { editions } from "@/lib/shared/settings/editions";
import { DOCTOR_HEADER, doctorProof, storedSecret } from "./doctor-proof";

interface DoctorDeps {
  env: Env;
  db: () => Db;
  path: string | undefined;
}

const MIN_FREE_BYTES = 500_000_000;
const MIN_MEMORY_BYTES = 200_000_000;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const MIN_CERTIFICATE_DAYS = 14;
/** The size of the largest import, which a proxy must let through. */
const MAX_BODY_BYTES = 2_200_000;
const TIMEOUT_MS = 5_000;
const DAY = 86_400_000;
const MIN_DAYS_LEFT = 30;
/** An address that a client claims to have. It is reserved for documentation. */
const FORGED = "203.0.113.77";

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

const request = (url: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...init,
    headers: { "user-agent": USER_AGENT, ...init.headers },
  });

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

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

async function database({ databaseUrl, dataDir }: Env, db: () => Db): Promise<Result> {
  if (databaseUrl === undefined) {
    const file = join(dataDir, "instance.db");
    if (!existsSync(file)) return skipped("The first start creates the SQLite database.");
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db());
    return rows[0]?.quick_check === "ok"
      ? ok(`${file} is intact (${megabytes(statSync(file).size)}).`)
      : error(`${file} is damaged: ${rows[0]?.quick_check}. Restore a backup.`);
  }
  const since = performance.now();
  const { rows } = await sql<{ version: string; now: string; standby: boolean }>`
    select current_setting('server_version') as version, pg_is_in_recovery() as standby,
      (extract(epoch from clock_timestamp()) * 1000)::text as now`.execute(db());
  const took = performance.now() - since;
  if (rows[0]?.standby)
    return error("The database is a standby, which accepts no changes. Set DATABASE_URL to the primary.");
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
  const days = Math.floor((Date.parse(until) - Date.now()) / DAY);
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

async function growth({ databaseUrl, dataDir }: Env, db: () => Db): Promise<Result> {
  const file = join(dataDir, "instance.db");
  if (databaseUrl !== undefined || !existsSync(file)) return skipped("There is no SQLite database.");
  const oldest = await db()
    .selectFrom("config_files")
    .select(({ fn }) => fn.min("created_at").as("at"))
    .executeTakeFirst();
  const days = (Date.now() - Number(oldest?.at ?? Date.now())) / DAY;
  if (days < 1) return skipped("The database is younger than a day.");
  const daily = statSync(file).size / days;
  const { bavail, bsize } = statfsSync(dataDir);
  const left = Math.floor((bavail * bsize) / daily);
  const words = `The database has grown by ${megabytes(daily)} a day, and its disk is full in ${left.toLocaleString("en")} days.`;
  return left < MIN_DAYS_LEFT ? warning(`${words} Free some space, or set AUDIT_RETENTION_DAYS.`) : ok(words);
}

const arrived = z.object({
  arrived: z.object({ host: z.string(), address: z.string(), forwarded: z.nullable(z.string()) }),
});

async function proxy(settings: Env): Promise<Result> {
  const secret = storedSecret(settings);
  if (!settings.isAddressKnown || secret === undefined) return skipped("NEXTAUTH_URL is not set.");
  const headers = { [DOCTOR_HEADER]: doctorProof(secret), "x-forwarded-for": FORGED };
  const answer = await request(`${settings.publicUrl}/api/health`, { headers });
  const { data } = arrived.safeParse(await answer.json().catch(() => null));
  if (!data) return skipped(`The panel does not answer at ${settings.publicUrl}.`);
  const { host, address, forwarded } = data.arrived;
  const expected = new URL(settings.publicUrl).host;
  if (host !== expected)
    return error(
      `Requests for ${expected} arrive with the host ${host}, so sign-in is refused. Let the proxy pass Host, or set NEXTAUTH_URL.`,
    );
  if (address === FORGED)
    return error(
      "Clients can choose their address: the panel believes an X-Forwarded-For that a client sends. Let the proxy append the address, and list only the proxy in TRUSTED_PROXIES.",
    );
  if (forwarded !== null && forwarded !== FORGED && settings.trustedProxies === undefined)
    return warning(
      `Requests arrive with X-Forwarded-For from ${address}, which TRUSTED_PROXIES does not list. If this is your proxy, add it: all clients share its rate limits.`,
    );
  return ok(`Requests for ${expected} arrive with their host, and with the address ${address}.`);
}

async function operatorToken({ givenApiUrl, givenOperatorToken: token }: Env): Promise<Result> {
  if (givenApiUrl === undefined) return skipped("INSTANCE_API_URL is not set.");
  if (token === undefined)
    return skipped("INSTANCE_OPERATOR_TOKEN is not set. The panel may have one of its own.");
  const answer = await request(`${givenApiUrl}/v9/policies/instance/config`, {
    headers: { authorization: token },
  });
  const text = await answer.text();
  if (!answer.ok)
    return error(`The instance refuses INSTANCE_OPERATOR_TOKEN (${answer.status}). Set another token.`);
  return text.includes('"limits"') && text.includes('"security"')
    ? ok("The instance reports its whole configuration, so the panel knows what is in effect.")
    : warning("The instance reports only some settings. Use the token of a user with the OPERATOR right.");
}

async function edition({ givenApiUrl, configPath, configNaming }: Env): Promise<Result> {
  if (givenApiUrl === undefined || !existsSync(configPath))
    return skipped("There is no instance or no file.");
  const version = Version.parse(readFileSync(configPath), configNaming);
  if (!version.usable) return skipped("The file is not usable.");
  for (const one of editions()) {
    if (one.versionPath === null) continue;
    const answer = await request(new URL(one.versionPath, givenApiUrl).href);
    const { data } = serverVersion.safeParse(await answer.json().catch(() => null));
    if (!data) continue;
    const {
      implementation,
      version: { rev },
    } = data;
    const words = `The instance runs ${implementation}${rev ? ` (${rev.slice(0, 12)})` : ""}`;
    return one.implementation === implementation && version.naming !== one.naming
      ? warning(`${words}, and the file has ${version.naming} key names. Set CONFIG_NAMING=${one.naming}.`)
      : ok(`${words}, and the file has ${version.naming} key names.`);
  }
  return skipped("The instance does not report its program.");
}

/** Whether the command of INSTANCE_RELOAD can be started. */
function reload({ givenApiUrl, instanceReload }: Env, _: unknown, path: string | undefined): Result {
  if (givenApiUrl === undefined) return skipped("INSTANCE_API_URL is not set.");
  if (instanceReload.length === 0)
    return warning("INSTANCE_RELOAD is not set, so an operator must restart the instance after each save.");
  const programs = instanceReload.flatMap((one) => (one.way === "command" ? [one.command[0] ?? ""] : []));
  const missing = programs.filter((program) => !isProgram(program, path));
  return missing.length > 0
    ? error(
        `INSTANCE_RELOAD starts ${missing.join(", ")}, which this user cannot run. Correct the path or its mode.`,
      )
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

const checks: readonly [
  string,
  (settings: Env, db: () => Db, path: string | undefined) => Result | Promise<Result>,
][] = [
  ["data folder", ({ dataDir }) => folder(dataDir)],
  ["secrecy", secrecy],
  ["backup folder", ({ backupDir }) => folder(existsSync(backupDir) ? backupDir : dirname(backupDir))],
  ["configuration folder", ({ configPath }) => folder(dirname(configPath))],
  ["configuration file", configuration],
  ["memory", memory],
  ["database", database],
  ["growth", growth],
  ["panel", panel],
  ["public address", publicAddress],
  ["certificate", certificate],
  ["largest import", largestImport],
  ["proxy", proxy],
  ["instance", instance],
  ["operator token", operatorToken],
  ["edition", edition],
  ["reload", reload],
  ["instance's metrics", openMetrics],
];

/** Looks for what will fail, before it does. */
export async function examine({ env, db, path }: DoctorDeps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, examineOne] of checks) {
    try {
      findings.push({ check, ...(await examineOne(env, db, path)) });
    } catch (caught) {
      findings.push({ check, ...error(`${reason(caught)}.`) });
    }
  }
  return findings;
}
