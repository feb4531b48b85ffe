import "server-only";
import { systemClock } from "@/lib/clock";
import { env } from "@/lib/env";
import { panelSettings, reachOf } from "@/lib/panel-settings";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { recordAudit, theAudit } from "@/lib/server/audit";
import { type ApplyRoom, createApplies, isApplying } from "@/lib/server/apply";
import { CHECKS_PER_MINUTE, createChecks } from "@/lib/server/checks";
import { configFile } from "@/lib/server/config-file";
import { announce, db, onAnnouncement, sharedPool, stopBeforeClose } from "@/lib/server/db";
import { rateCounter } from "@/lib/server/db/rate-counter";
import { createKnown, createRunningInstance } from "@/lib/server/known";
import { createNotifier, type Notifier, readyChannels } from "@/lib/server/monitor/notify";
import { createReload } from "@/lib/server/reload";
import { instances } from "@/lib/server/instance";
import { createOperators, type Operators } from "@/lib/server/operators";
import { nextAuthSecret } from "@/lib/secret";
import { createGitMirror, type GitMirror } from "./git-mirror";
import { createProposals, type Proposals } from "./proposals";

/** What the rooms need to reach the instance, as it is at each access: operators may change the connection. */
const reach = {
  get instanceApiUrl() {
    return panelSettings().instanceApiUrl;
  },
  get instanceOperatorToken() {
    return panelSettings().instanceOperatorToken;
  },
  get instanceApiTimeout() {
    return env().instanceApiTimeout;
  },
  get instanceHealthTimeout() {
    return env().instanceHealthTimeout;
  },
  get instanceReload() {
    return env().instanceReload;
  },
  get nextAuthSecret() {
    return env().nextAuthSecret;
  },
  get checkAllow() {
    return env().checkAllow;
  },
  get probeChannel() {
    return env().probeChannel;
  },
  get probeMail() {
    return env().probeMail;
  },
};

export const operators = (): Operators =>
  processSingleton("operators", () =>
    createOperators({
      db: db(),
      pool: sharedPool(),
      announcements: { announce, onAnnouncement },
      audit: theAudit(),
      log: log(),
      env: env(),
      secret: nextAuthSecret(),
      async endTokens({ userId }) {
        if (userId !== null && instances().upstream.api() === null)
          await instances().store().revokeUserTokens(userId);
      },
    }),
  );

/** The rooms about the running instance, put together once per process. */
const rooms = () =>
  processSingleton("running-rooms", () => {
    const [database, config, clock] = [db(), configFile(), systemClock];
    const fileId = () => config.id();
    const instance = createRunningInstance({ config, env: reach, clock });
    const known = createKnown({
      ...{ db: database, fileId, config, instance, clock },
      isApplying: () => isApplying({ db: database, fileId }),
    });
    const room: ApplyRoom = {
      ...{ db: database, fileId, config, known, instance, clock },
      env: reach,
      log: log(),
      recordAudit,
      reload: createReload({ config, env: reach }),
    };
    const applies = createApplies({
      ...room,
      notify: (notice) => theNotifier().notify(notice),
      roleOf: operators().roleOfKey,
    });
    stopBeforeClose(() => applies.stop());
    return { known, applies, room };
  });

export const known = () => rooms().known;
export const applies = () => rooms().applies;
export const room = (): ApplyRoom => rooms().room;

export const proposals = (): Proposals =>
  processSingleton("proposals", () =>
    createProposals({
      ...{ db: db(), config: configFile(), now: systemClock.now },
      opened: ({ id, title, author }) =>
        void theNotifier().notify({ event: "proposal-opened", id, title, author }),
    }),
  );

/** Null if GIT_MIRROR is not set. */
export const gitMirror = (): GitMirror | null =>
  processSingleton("git-mirror", () => {
    const { gitMirror: path } = env();
    if (path === undefined) return null;
    const mirror = createGitMirror({
      ...{ path, db: db(), config: configFile(), proposals: proposals(), log: log() },
      failed: (reason) => void theNotifier().notify({ event: "mirror-failed", reason }),
    });
    stopBeforeClose(() => mirror.stop());
    return mirror;
  });

/** Checks of the instance's connections. */
export const connectionChecks = () =>
  processSingleton("checks", () =>
    createChecks({
      settings: () => configFile().settings(),
      reach: () => reachOf(env(), panelSettings()),
      limiter: rateCounter(
        sharedPool(),
        { keyPrefix: "checks", points: CHECKS_PER_MINUTE, duration: 60 },
        { countsAlone: true },
      ),
    }),
  );

/** The notifications of this process. */
export const theNotifier = (): Notifier =>
  processSingleton("notifier", () => {
    const notifier = createNotifier({
      db: db(),
      log: log(),
      clock: systemClock,
      fileId: () => configFile().id(),
      channels: () => readyChannels(panelSettings().channels),
      mutedTopics: () => panelSettings().mutedTopics,
      instanceName: runningName,
      allow: env().checkAllow,
    });
    // Stop deliveries last, because other work may still send notifications while it is being stopped. Functions that
    // are registered during shutdown are called after all earlier ones.
    stopBeforeClose(() => stopBeforeClose(() => notifier.stop()));
    return notifier;
  });

/** The name with which the instance runs. The file may have another one that was never applied. */
export async function runningName(): Promise<string> {
  const version = await known()
    .running()
    .catch(() => null);
  const running = version && configFile().parse(version.bytes);
  const settings =
    running?.settings ??
    (await configFile()
      .settings()
      .catch(() => null));
  return settings?.get("general.instanceName") ?? "Instance";
}
