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
import { createReload } from "@/lib/server/reload";
import { instances } from "@/lib/server/instance";
import { createOperators, type Operators } from "@/lib/server/operators";
import { nextAuthSecret } from "@/lib/secret";
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
      // Loaded only when it is needed, because it imports network clients.
      notify: async (notice) => (await import("@/lib/server/monitor/notify")).notify(notice),
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
        void import("@/lib/server/monitor/notify").then(({ notify }) =>
          notify({ event: "proposal-opened", id, title, author }),
        ),
    }),
  );

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
