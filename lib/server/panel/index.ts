import "server-only";
import type { InstanceLog } from "@/lib/server/reload";
import type { Env } from "@/lib/env";
import type { PanelSettings } from "@/lib/panel-settings";
import type { Logger } from "pino";
import type { Clock } from "@/lib/clock";
import type { Applies } from "@/lib/server/apply";
import type { Audit } from "@/lib/server/audit";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Metrics, Traffic } from "@/lib/server/http/door";
import type { Announcer, Db, OpenDatabase } from "@/lib/server/db";
import type { Instances } from "@/lib/server/instance";
import type { Known } from "@/lib/server/known";
import type { Backups } from "@/lib/server/monitor/backup/backups";
import type { BackupSchedules } from "@/lib/server/monitor/backup/schedule";
import type { Notifier } from "@/lib/server/monitor/notify";
import type { Operators, Session } from "@/lib/server/operators";
import type { AuditFilter } from "@/lib/shared/contract/audit";
import type { Turns } from "@/lib/turns";
import { type AuditPosition, auditView, findEntries } from "./audit-view";
import { createBackupPage } from "./backups";
import { createConnection } from "./connection";
import { createDoctorPage } from "./doctor-page";
import { createFirstRun } from "./first-run";
import { createGitMirror } from "./git-mirror";
import { health } from "./health";
import { createHiddenWarnings } from "./hidden-warnings";
import { type InviteQuery, readInvite, readInviteOutcome } from "./invites";
import { createJoining } from "./join";
import { createMonitoring } from "./monitoring";
import { createNotificationSettings } from "./notification-settings";
import { createOperatorUsers } from "./operator-users";
import { createProposals } from "./proposals";
import { createProvisioning } from "./provision";
import { createSessionInstances } from "./session-instance";
import { createStartUp } from "./start-up";
import { tryConnection } from "./try-connection";

export type { Proposals } from "./proposals";

export interface PanelDeps extends Pick<OpenDatabase, "stopBeforeClose"> {
  env: Env;
  clock: Clock;
  metrics: Metrics;
  traffic: Traffic;
  log: Logger;
  db: Db;
  announcements: Announcer;
  panelSettings: PanelSettings;
  audit: Audit;
  config: ConfigFile;
  operators: Operators;
  instances: Instances;
  known: Known;
  applies: Applies;
  instanceLog: Pick<InstanceLog, "start">;
  notifier: Notifier;
  backups: Backups;
  schedule: BackupSchedules;
  turns: Turns;
}

export function createPanel(deps: PanelDeps) {
  const { env, log, db, config, notifier, turns } = deps;
  const connection = createConnection(deps);
  const operatorUsers = createOperatorUsers(deps);
  const sessionInstances = createSessionInstances({ ...deps, operatorUsers });
  const { instanceFor } = sessionInstances;
  const trial = { config, env };
  const firstRun = createFirstRun({ ...deps, connection, operatorUsers, trial });
  const monitoring = createMonitoring(deps);
  const notifications = createNotificationSettings(deps);
  const proposals = createProposals({
    ...{ db, config, now: () => Date.now(), inTurn: turns.proposals },
    opened: (proposal) => void notifier.notify({ event: "proposal-opened", ...proposal }),
  });
  const gitMirror =
    env.gitMirror === undefined
      ? null
      : createGitMirror({
          ...{ path: env.gitMirror, db, config, proposals, log },
          failed: (reason) => void notifier.notify({ event: "mirror-failed", reason }),
        });
  const startUp = createStartUp({
    ...deps,
    gitMirror,
    connection,
    operatorUsers,
    firstRun,
    monitoring,
    notifications,
  });
  return {
    startUp,
    connection,
    operatorUsers,
    sessionInstances,
    instanceFor,
    firstRun,
    monitoring,
    notifications,
    health: () => health({ ...deps, isMigrated: startUp.isMigrated() }),
    joining: createJoining({ ...deps, operatorUsers }),
    backups: createBackupPage(deps),
    doctor: createDoctorPage(deps),
    provisioning: createProvisioning({ ...deps, sessionInstances }),
    proposals,
    gitMirror,
    hiddenWarnings: createHiddenWarnings({ db, fileId: () => config.id(), now: () => Date.now() }),
    findEntries: (filter: AuditFilter, page: AuditPosition) => findEntries(db, filter, page),
    auditView: (filter: AuditFilter, before: number | undefined) => auditView({ db, config }, filter, before),
    tryConnection: (address: string, tokenFor: (url: string) => string | undefined) =>
      tryConnection(trial, address, tokenFor),
    readInvite: (session: Session, callerId: string | null, query: InviteQuery) =>
      readInvite(() => instanceFor(session), callerId, query),
    readInviteOutcome: (session: Session, query: InviteQuery) =>
      readInviteOutcome(() => instanceFor(session), query),
  };
}
