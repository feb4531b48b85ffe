import "server-only";
import { systemClock } from "@/lib/clock";
import { env as theEnv } from "@/lib/env";
import { log as theLog } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { nextAuthSecret } from "@/lib/secret";
import { panelSettings as thePanelSettings, reachOf } from "@/lib/panel-settings";
import { type ApplyRoom, createApplies, isApplying } from "@/lib/server/apply";
import { theAudit } from "@/lib/server/audit";
import { CHECKS_PER_MINUTE, createChecks } from "@/lib/server/checks";
import { type ConfigFile, configFile, openEdition } from "@/lib/server/config-file";
import {
  announce,
  createSharedClock,
  db as theDatabase,
  onAnnouncement,
  sharedPool,
  stopBeforeClose,
} from "@/lib/server/db";
import { rateCounter } from "@/lib/server/db/rate-counter";
import { instances as theInstances } from "@/lib/server/instance";
import { createKnown, createRunningInstance, type Known } from "@/lib/server/known";
import { createBackups } from "@/lib/server/monitor/backup/backups";
import { createBackupSchedule } from "@/lib/server/monitor/backup/schedule";
import { createNotifier, readyChannels } from "@/lib/server/monitor/notify";
import { createOperators, type Operators } from "@/lib/server/operators";
import { createPanel } from "@/lib/server/panel";
import { createPresence } from "@/lib/server/panel/presence";
import { notOpened, prepareDataFolder } from "@/lib/server/panel/start-up";
import { createEventStreams } from "@/lib/server/panel-api/event-streams";
import { createReload } from "@/lib/server/reload";

export const operators = (): Operators =>
  processSingleton("operators", () =>
    createOperators({
      db: theDatabase(),
      pool: sharedPool(),
      announcements: { announce, onAnnouncement },
      audit: theAudit(),
      log: theLog(),
      env: theEnv(),
      secret: nextAuthSecret(),
      async endTokens({ userId }) {
        if (userId !== null && theInstances().upstream.api() === null)
          await theInstances().store().revokeUserTokens(userId);
      },
    }),
  );
const theOperators = operators;

/** Puts the rooms together. Starts nothing: `startCore` does, and commands use single rooms. */
export function createRooms() {
  const [env, log, panelSettings, db, audit, operators] = [
    theEnv(),
    theLog(),
    thePanelSettings(),
    theDatabase(),
    theAudit(),
    theOperators(),
  ];
  const [config, instances] = [configFile(), theInstances()];
  const { clock, measure: measureClock } = createSharedClock(db, systemClock);
  const fileId = () => config.id();

  /** What the rooms need to reach the instance, as it is at each access: operators may change the connection. */
  const reach = {
    ...env,
    nextAuthSecret: env.nextAuthSecret,
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
  const applyRoom: ApplyRoom = {
    ...{ db, fileId, config, known, instance: runningInstance, clock, log, env: reach },
    recordAudit: audit.recordAudit,
    reload: createReload({ config, env: reach }),
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
      sharedPool(),
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
  const announcements = { announce, onAnnouncement };
  const schedule = createBackupSchedule({
    ...{ db, backups, clock, log, ...announcements },
    keepFixed: backupKeep,
  });
  const domains = {
    operators,
    env,
    log,
    db,
    panelSettings,
    audit,
    config,
    instances,
    known,
    applies,
    notifier,
    backups,
  };
  const panel = createPanel({ ...domains, schedule, announcements });
  stopBeforeClose(() => panel.monitoring.stop());
  stopBeforeClose(() => panel.gitMirror?.stop());
  return {
    ...{ ...domains, clock, schedule, applyRoom, checks, panel },
    streams: createEventStreams(operators),
    presence: createPresence({ clock }),
  };
}

/** Returns the name with which the instance runs. The file may have another one that was never applied. */
export async function runningName(known: Known, config: ConfigFile): Promise<string> {
  const version = await known.running().catch(() => null);
  const running = version && config.parse(version.bytes);
  const settings = running?.settings ?? (await config.settings().catch(() => null));
  return settings?.get("general.instanceName") ?? "Instance";
}

export type Rooms = ReturnType<typeof createRooms>;

/** @throws Error with a sentence for the operator */
export function openRooms(): Rooms {
  const env = theEnv();
  openEdition(env.configEdition);
  prepareDataFolder(env.dataDir);
  try {
    return createRooms();
  } catch (cause) {
    throw notOpened(env, cause);
  }
}
