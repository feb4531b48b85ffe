import "server-only";
import { HOUR } from "@/lib/clock";
import type { InstanceLog } from "@/lib/server/reload";
import { accessSync, constants, mkdirSync } from "node:fs";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import type { Applies } from "@/lib/server/apply";
import type { Audit } from "@/lib/server/audit";
import type { ConfigFile } from "@/lib/server/config-file";
import { type Db, migrate, type OpenDatabase, reclaimSpace } from "@/lib/server/db";
import type { Metrics } from "@/lib/server/http/door";
import { type Backups, backUpBeforeUpgrade } from "@/lib/server/monitor/backup/backups";
import type { Operators } from "@/lib/server/operators";
import type { Connection } from "./connection";
import type { FirstRun } from "./first-run";
import type { GitMirror } from "./git-mirror";
import type { Monitoring } from "./monitoring";
import type { NotificationSettings } from "./notification-settings";
import type { OperatorUsers } from "./operator-users";

interface StartUpDeps extends Pick<OpenDatabase, "stopBeforeClose"> {
  env: Env;
  metrics: Metrics;
  log: Logger;
  db: Db;
  audit: Audit;
  config: ConfigFile;
  panelSettings: PanelSettings;
  operators: Operators;
  applies: Applies;
  instanceLog: Pick<InstanceLog, "start">;
  gitMirror: GitMirror | null;
  backups: Backups;
  connection: Connection;
  notifications: NotificationSettings;
  firstRun: FirstRun;
  operatorUsers: OperatorUsers;
  monitoring: Monitoring;
}

export function createStartUp(deps: StartUpDeps) {
  const { env, log, db, audit, config, operators, panelSettings, backups } = deps;
  let isMigrated = false;

  async function migrateDatabase(): Promise<void> {
    try {
      let folder: string | undefined;
      await migrate(db, { beforeUpgrade: async () => void (folder = await backUpBeforeUpgrade(env)) });
      if (folder !== undefined) await backups.recordMade(folder);
      await audit.begin();
      isMigrated = true;
    } catch (cause) {
      throw cause instanceof AppError ? cause : notOpened(env, cause);
    }
  }

  async function describeConfigFile(): Promise<string> {
    const { file, problems } = await (await config.read()).document();
    const errors = problems.filter((problem) => problem.severity === "error").length;
    if (file.state !== "usable") {
      const reason = file.state === "missing" ? file.readOnly : null;
      return `${file.path} (${file.state}: ${reason ?? "the panel does not overwrite it, and shows the problem"})`;
    }
    return errors > 0 ? `${file.path} (${errors} ${errors === 1 ? "problem" : "problems"})` : file.path;
  }

  return {
    isMigrated: () => isMigrated,
    migrate: migrateDatabase,

    /**
     * Prepares everything for the first request: secrets, database, configuration file, first operator. Prints where the
     * data is stored and, if there is no operator, the one-time setup link.
     * @throws Error with a sentence for the operator if the panel cannot run. An invalid configuration file does not
     * prevent startup; the panel reports it.
     * @param onDatabase called when the database can be used, before anything continues work that is stored in it
     */
    async run(onDatabase: () => Promise<void> = () => Promise.resolve()): Promise<void> {
      process.env.NEXTAUTH_URL = env.basePath ? `${env.publicUrl}/api/auth` : env.publicUrl;
      await migrateDatabase();
      await onDatabase();
      await deps.connection.follow();
      await deps.notifications.follow();
      const { from } = await config.prepare();
      await deps.connection.askIfFileOfOthers();
      await deps.firstRun.createOperatorFromEnvironment(env);
      await deps.operatorUsers.adopt();
      deps.applies.start();
      deps.instanceLog.start();
      deps.gitMirror?.start();

      const [url, ...others] = ownUrls(env);
      const lines = [`Instance Admin   ${url}`];
      for (const other of others) lines.push(`                 ${other}`);
      if (typeof env.port === "string") lines.push(`Socket           ${env.port}`);
      lines.push(`Configuration    ${await describeConfigFile()}`);
      if (from !== null) lines.push(`History          continued from ${from}`);
      const { instanceApiUrl } = panelSettings;
      if (instanceApiUrl) lines.push(`Instance         ${instanceApiUrl}`);
      if ((await operators.countOperators()) === 0) {
        const token = await operators.issueSetupToken();
        lines.push(`Setup link       ${url}/setup?token=${token}`);
        for (const other of others) lines.push(`  elsewhere      ${other}/setup?token=${token}`);
        lines.push(
          "                 The link creates the first operator, works once, and expires in an hour. Next: set the addresses.",
        );
      }
      // These lines are for people, so print them instead of logging them.
      process.stdout.write(`\n${lines.join("\n")}\n\n`);
    },

    beginVerifying: (): Promise<void> =>
      begin(deps, async () => audit.start(deps.metrics.registry), audit.stop),

    beginReclaiming(): void {
      const reclaim = () =>
        reclaimSpace(db).catch((err: unknown) => log.warn({ err }, "The database file could not shrink"));
      const timer = setInterval(() => void reclaim(), HOUR).unref();
      deps.stopBeforeClose(() => clearInterval(timer));
    },

    /** Never rejects, because a panel that cannot monitor can still edit the file. */
    beginMonitoring: (): Promise<void> =>
      begin(
        deps,
        async () => {
          try {
            if (env.metricsToken !== undefined) deps.monitoring.registerMetrics(deps.metrics.registry);
            await deps.monitoring.start();
          } catch (err) {
            log.error({ err }, "Monitoring of the running instance is off");
          }
        },
        deps.monitoring.stop,
      ),
  };
}

/** A shutdown waits until the work has started, and then stops it. */
function begin(
  { stopBeforeClose }: Pick<OpenDatabase, "stopBeforeClose">,
  start: () => Promise<void>,
  stop: () => Promise<void>,
): Promise<void> {
  const started = start();
  stopBeforeClose(() => started.then(stop));
  return started;
}

/** @throws Error with a sentence for the operator */
export function prepareDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `The data folder ${path} is not writable. Make it writable for this user, or set DATA_DIR.`,
      { cause },
    );
  }
}

export function notOpened({ databaseUrl, dataDir }: Env, cause: unknown): Error {
  const place = databaseUrl ? "the database at DATABASE_URL" : `the database in ${dataDir}`;
  return new Error(`Could not open ${place}: ${String(cause)}. Check that it is reachable and writable.`, {
    cause,
  });
}

interface Listening {
  host: string;
  port: number | string;
  publicUrl: string;
  isAddressKnown: boolean;
}

/** Returns this machine's IPv4 addresses. IPv6 addresses are excluded, because people rarely type them. */
function machineAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/**
 * If NEXTAUTH_URL is not set and the panel listens on all addresses, the result includes the machine's
 * network addresses.
 */
export function ownUrls(
  { host, port, publicUrl, isAddressKnown }: Listening,
  addresses: () => readonly string[] = machineAddresses,
): [string, ...string[]] {
  const bare = host.replace(/^\[|\]$/g, "");
  const parsed = ipaddr.isValid(bare) ? ipaddr.parse(bare) : null;
  const range = parsed?.range();
  if (isAddressKnown || range === "loopback" || host === "localhost") return [publicUrl];
  const path = new URL(publicUrl).pathname.replace(/\/$/, "");
  const urlOf = (name: string) => `http://${name}:${port}${path}`;
  if (range === "unspecified") return [publicUrl, ...addresses().map(urlOf)];
  // The panel listens on a single address, so localhost would not work.
  return [urlOf(parsed?.kind() === "ipv6" ? `[${bare}]` : bare)];
}
