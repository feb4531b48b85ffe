import "server-only";
import { accessSync, constants, mkdirSync } from "node:fs";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { configFile } from "@/lib/server/config-file";
import { theAudit } from "@/lib/server/audit";
import { db, migrate, stopBeforeClose } from "@/lib/server/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { metricsRegistry } from "@/lib/server/door";
import { nextAuthSecret } from "@/lib/secret";
import { processSingleton } from "@/lib/process-singleton";
import { backUpBeforeUpgrade } from "@/lib/server/monitor/backup/backups";
import { theBackups } from "./backups";
import { askIfFileOfOthers, followConnection } from "./connection";
import { adoptOperators } from "./operator-users";
import { createOperatorFromEnvironment } from "./first-run";
import { followNotifications } from "./notification-settings";
import { panelSettings } from "@/lib/panel-settings";
import { applies, gitMirror, operators } from "./rooms";

export { closeDatabase } from "@/lib/server/db";

/** Whether the migrations have run, for `/api/health`. */
export const startUpState = () => processSingleton("start-up", () => ({ migrated: false }));

/**
 * Prepares everything for the first request: data folder, secrets, database, configuration file, first operator.
 * Prints where the data is stored and, if there is no operator, the one-time setup link.
 * @throws Error with a sentence for the operator if the panel cannot run. An invalid configuration file does not
 * prevent startup; the panel reports it.
 */
export async function startUp(): Promise<void> {
  const settings = env();
  prepareDataFolder(settings.dataDir);
  process.env.NEXTAUTH_URL = settings.basePath ? `${settings.publicUrl}/api/auth` : settings.publicUrl;
  process.env.NEXTAUTH_SECRET = nextAuthSecret();
  await openDatabase();
  await followConnection();
  await followNotifications();
  const { from } = await configFile().prepare();
  await askIfFileOfOthers();
  await createOperatorFromEnvironment(settings);
  await adoptOperators();
  applies().start();
  gitMirror()?.start();

  const [url, ...others] = ownUrls(settings);
  const lines = [`Instance Admin   ${url}`];
  for (const other of others) lines.push(`                 ${other}`);
  lines.push(`Configuration    ${await describeConfigFile()}`);
  if (from !== null) lines.push(`History          continued from ${from}`);
  const { instanceApiUrl } = panelSettings();
  if (instanceApiUrl) lines.push(`Instance         ${instanceApiUrl}`);
  if ((await operators().countOperators()) === 0) {
    const token = await operators().issueSetupToken();
    lines.push(`Setup link       ${url}/setup?token=${token}`);
    for (const other of others) lines.push(`  elsewhere      ${other}/setup?token=${token}`);
    lines.push(
      "                 The link creates the first operator, works once, and expires in an hour. Next: set the addresses.",
    );
  }
  // These lines are for people, so print them instead of logging them.
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}

/** Starts the hourly verification of the audit log. */
export const beginVerifying = (): Promise<void> => begin(async () => theAudit().start(metricsRegistry()));

/**
 * Starts monitoring, notifications and backups. Never rejects, because a panel that cannot monitor can still edit the
 * file.
 */
export const beginMonitoring = (): Promise<void> =>
  begin(async () => {
    try {
      // Monitoring imports network clients for its probes, so load the module after startup.
      const { startMonitoring } = await import("./monitoring");
      await startMonitoring();
    } catch (err) {
      log().error({ err }, "Monitoring of the running instance is off");
    }
  });

/** Starts background work. A shutdown waits until the work has started, and then stops it. */
function begin(start: () => Promise<void>): Promise<void> {
  const started = start();
  stopBeforeClose(() => started);
  return started;
}

function prepareDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `The data folder ${path} is not writable. Make it writable for this user, or set DATA_DIR.`,
      {
        cause,
      },
    );
  }
}

async function openDatabase(): Promise<void> {
  try {
    let made: string | undefined;
    await migrate(db(), { beforeUpgrade: async () => void (made = await backUpBeforeUpgrade(env())) });
    if (made !== undefined) await theBackups().backups.recordMade(made);
    await theAudit().begin();
    startUpState().migrated = true;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const where = env().databaseUrl ? "the database at DATABASE_URL" : `the database in ${env().dataDir}`;
    throw new Error(`Could not open ${where}: ${String(cause)}. Check that it is reachable and writable.`, {
      cause,
    });
  }
}

async function describeConfigFile(): Promise<string> {
  const { file, problems } = await (await configFile().read()).document();
  const errors = problems.filter((problem) => problem.severity === "error").length;
  if (file.state !== "usable")
    return `${file.path} (${file.state}: the panel does not overwrite it, and shows the problem)`;
  return errors > 0 ? `${file.path} (${errors} ${errors === 1 ? "problem" : "problems"})` : file.path;
}

interface Listening {
  host: string;
  port: number;
  /** The address at which operators reach the panel. If NEXTAUTH_URL is not set, an address of this machine. */
  publicUrl: string;
  /** Whether NEXTAUTH_URL sets the address. */
  isAddressKnown: boolean;
}

/** Returns this machine's IPv4 addresses. IPv6 addresses are excluded, because people rarely type them. */
function machineAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/**
 * Returns the panel's URLs, best first. If NEXTAUTH_URL is not set and the panel listens on all addresses,
 * the result includes the machine's network addresses.
 */
export function ownUrls(
  { host, port, publicUrl, isAddressKnown }: Listening,
  addresses: () => readonly string[] = machineAddresses,
): [string, ...string[]] {
  const bare = host.replace(/^\[|\]$/g, "");
  const parsed = ipaddr.isValid(bare) ? ipaddr.parse(bare) : null;
  const range = parsed?.range();
  if (isAddressKnown || range === "loopback" || host === "localhost") return [publicUrl];
  const urlOf = (name: string) => `http://${name}:${port}`;
  if (range === "unspecified") return [publicUrl, ...addresses().map(urlOf)];
  // The panel listens on a single address, so localhost would not work.
  return [urlOf(parsed?.kind() === "ipv6" ? `[${bare}]` : bare)];
}
