import "server-only";
import { systemClock } from "@/lib/clock";
import type { Env } from "@/lib/env";
import { createLog, type LogSecrets, Notices } from "@/lib/log";
import { PanelSettings, reachOf } from "@/lib/panel-settings";
import { nextAuthSecret } from "@/lib/secret";
import { type ApplyRoom, createApplies, isApplying } from "@/lib/server/apply";
import { createAudit, createSink, openKey } from "@/lib/server/audit";
import { CHECKS_PER_MINUTE, createChecks } from "@/lib/server/checks";
import {
  type ConfigFile,
  openConfigFile,
  openEdition,
  openOwnRules,
  realFileOps,
} from "@/lib/server/config-file";
import type { Logger } from "pino";
import { createSharedClock, type OpenDatabase, openDatabase } from "@/lib/server/db";
import { rateCounter } from "@/lib/server/db/rate-counter";
import { createContexts, createMetrics, createTraffic } from "@/lib/server/http/door";
import { createInstances } from "@/lib/server/instance";
import { createInstanceApi, createLimits } from "@/lib/server/http/instance-api";
import { createKnown, createRunningInstance, type Known } from "@/lib/server/known";
import { createBackups } from "@/lib/server/monitor/backup/backups";
import { createBackupSchedule } from "@/lib/server/monitor/backup/schedule";
import { createNotifier, readyChannels } from "@/lib/server/monitor/notify";
import { createOperators } from "@/lib/server/operators";
import { createPanel } from "@/lib/server/panel";
import { createPresence } from "@/lib/server/panel/presence";
import { notOpened, prepareDataFolder } from "@/lib/server/panel/start-up";
import { createProblems } from "@/lib/server/http/panel-api/problem";
import { createEventStreams } from "@/lib/server/http/panel-api/event-streams";
import { createInstanceLog, createReload } from "@/lib/server/reload";
import { createTurns } from "@/lib/turns";

const CONFIG_CHANNEL = "instance_admin_config";

export type Foundation = ReturnType<typeof openFoundation>;

/** @throws Error with a sentence for the operator */
export function openFoundation(env: Env) {
  openEdition(env.configEdition);
  prepareDataFolder(env.dataDir);
  const clock = systemClock;
  const secrets: LogSecrets = { withoutSecrets: (text) => text };
  const log = createLog({ level: env.logLevel, format: env.logFormat, secrets });
  const notices = new Notices(log);
  const panelSettings = new PanelSettings(env);
  const database = openedDatabase(env, log);
  const { db, locks, announcements, stopBeforeClose } = database;

  const { dataDir, configPath, auditSink } = env;
  const audit = createAudit({
    ...{ db, clock, log, dataDir },
    keyed: openKey({ given: env.auditKey, dataDir }),
    sink: auditSink === undefined ? null : createSink(auditSink),
    retention: env.auditRetention,
  });
  stopBeforeClose(audit.stop);

  const config = openConfigFile({
    ...{ path: configPath, dataDir, db, locks, log },
    naming: env.configNaming,
    readOnly: env.configReadOnly,
    retention: env.configRevisions,
    ownRules: openOwnRules(env.configRules),
    ops: realFileOps,
    generates: () => panelSettings.instanceApiUrl === undefined && !panelSettings.isModeOpen,
    notices: () => notices.all(),
    audit: (tx, entry) => audit.recordAudit(tx, entry),
    announcements: {
      send: () => void announcements.announce(CONFIG_CHANNEL),
      listen: (listener) => announcements.onAnnouncement(CONFIG_CHANNEL, listener),
    },
  });
  secrets.withoutSecrets = config.withoutSecrets;
  stopBeforeClose(() => config.stop());
  return { env, clock, log, notices, panelSettings, ...database, audit, config };
}

function openedDatabase(env: Env, log: Logger): OpenDatabase {
  try {
    return openDatabase(env, log);
  } catch (cause) {
    throw notOpened(env, cause);
  }
}

/** Starts nothing: `startCore` does, and commands use single rooms. */
export const createRooms = (env: Env) => composeRooms(openFoundation(env));

export function composeRooms(foundation: Foundation) {
  const { env, log, panelSettings, db, pool, announcements, stopBeforeClose, audit, config } = foundation;
  const { clock, measure: measureClock } = createSharedClock(db, foundation.clock);
  const fileId = () => config.id();
  const secret = nextAuthSecret(env);

  const instances = createInstances({
    ...{ db, config, panelSettings, audit, log },
    timeout: env.instanceApiTimeout,
  });
  stopBeforeClose(() => instances.stop());
  const operators = createOperators({
    ...{ db, pool, announcements, audit, log, env, secret },
    async endTokens({ userId }) {
      if (userId !== null && instances.upstream.api() === null)
        await instances.store().revokeUserTokens(userId);
    },
  });

  /** What the rooms need to reach the instance, as it is at each access: operators may change the connection. */
  const reach = {
    ...env,
    get instanceApiUrl() {
      return panelSettings.instanceApiUrl;
    },
    get instanceOperatorToken() {
      return panelSettings.instanceOperatorToken;
    },
  };
  const runningInstance = createRunningInstance({ config, env: reach, clock });
  const known = createKnown({
    ...{ db, fileId, config, instance: runningInstance, clock },
    isApplying: () => isApplying({ db, fileId }),
  });
  const notifier = createNotifier({
    ...{ db, log, clock, fileId, allow: env.checkAllow },
    channels: () => readyChannels(panelSettings.channels),
    mutedTopics: () => panelSettings.mutedTopics,
    instanceName: () => runningName(known, config),
  });
  // Stop deliveries last, because other work may still send notifications while it is being stopped. Functions that
  // are registered during shutdown are called after all earlier ones.
  stopBeforeClose(() => stopBeforeClose(() => notifier.stop()));
  const reload = createReload({ config, env: reach });
  const instanceLog = createInstanceLog({
    ...{ source: env.instanceLog, clock, output: reload.output },
    privateFolders: [env.dataDir, env.backupDir],
  });
  stopBeforeClose(() => Promise.resolve(instanceLog.stop()));
  const applyRoom: ApplyRoom = {
    ...{ db, fileId, config, known, instance: runningInstance, clock, log, env: reach },
    recordAudit: audit.recordAudit,
    ...{ reload, instanceLog },
  };
  const applies = createApplies({
    ...applyRoom,
    ...{ measureClock, notify: notifier.notify, roleOf: operators.roleOfKey },
  });
  stopBeforeClose(() => applies.stop());
  const checks = createChecks({
    settings: () => config.settings(),
    reach: () => reachOf(env, panelSettings),
    limiter: rateCounter(
      pool,
      { keyPrefix: "checks", points: CHECKS_PER_MINUTE, duration: 60 },
      { countsAlone: true },
    ),
  });

  const { dataDir, configPath, databaseUrl, backupDir, backupKeep } = env;
  const backups = createBackups({
    ...{ db, backupDir, clock, log },
    places: { dataDir, configPath, databaseUrl },
    onFailure: (reason) => notifier.notify({ event: "backup-failed", reason }),
  });
  const schedule = createBackupSchedule({
    ...{ db, backups, clock, log, ...announcements },
    keepFixed: backupKeep,
  });

  const metrics = createMetrics(env.metricsToken);
  const traffic = createTraffic({ metrics, log, clock });
  const contexts = createContexts(foundation);
  const limits = createLimits(pool);
  const instanceApi = createInstanceApi({
    ...{ instances, operators, panelSettings, limits, log },
    timeout: env.instanceApiTimeout,
  });
  const domains = {
    ...{ ...foundation, clock, operators, instances, known, applies, notifier, backups, schedule },
    ...{ instanceLog, turns: createTurns() },
  };
  const panel = createPanel({ ...domains, metrics, traffic });
  stopBeforeClose(() => panel.monitoring.stop());
  stopBeforeClose(() => panel.gitMirror?.stop());
  stopBeforeClose(() => panel.doctor.stop());
  return {
    ...domains,
    ...{ metrics, traffic, contexts, limits, instanceApi, applyRoom, checks, panel },
    problems: createProblems(log),
    streams: createEventStreams(operators),
    presence: createPresence({ clock }),
  };
}

/** The file may have another one that was never applied. */
export async function runningName(known: Known, config: ConfigFile): Promise<string> {
  const version = await known.running().catch(() => null);
  const running = version && config.parse(version.bytes);
  const settings = running?.settings ?? (await config.settings().catch(() => null));
  return settings?.get("general.instanceName") ?? "Instance";
}

export type Rooms = ReturnType<typeof composeRooms>;
