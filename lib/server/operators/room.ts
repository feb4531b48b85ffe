import "server-only";
import type { Logger } from "pino";
import type { Env } from "@/lib/env";
import type { Audit } from "@/lib/server/audit";
import type { PanelOperator } from "@/lib/shared/contract/operators";
import type { Db, Pool } from "@/lib/server/db";
import { type Announcements, createEndedSessions, type EndedSessions } from "./ended-sessions";
import { type GuessCounter, guessCounter } from "./guesses";
import { createProvider, type Provider } from "./oidc/provider";
import { createSeals, type Seals } from "./seals";

export interface OperatorsRoom {
  db: Db;
  audit: Pick<Audit, "audited" | "recordAudit" | "recordFailure">;
  log: Logger;
  env: Pick<Env, "oidc" | "passwordSignIn" | "publicUrl" | "basePath" | "isHttps">;
  secret: string;
  seals: Seals;
  ended: EndedSessions;
  guesses: GuessCounter;
  provider: Provider;
  rechecks: {
    running: Map<number, Promise<void>>;
    /** By operator id: when a failed check may be repeated (ms since process start). */
    retryAt: Map<number, number>;
  };
  endTokens: (operator: PanelOperator) => Promise<void>;
}

export interface OperatorsDeps extends Pick<
  OperatorsRoom,
  "db" | "audit" | "log" | "env" | "secret" | "endTokens"
> {
  announcements: Announcements;
  pool: Pool | null;
}

export const openRoom = ({ announcements, pool, ...deps }: OperatorsDeps): OperatorsRoom => ({
  ...deps,
  seals: createSeals(deps.secret),
  ended: createEndedSessions(announcements),
  provider: createProvider({ oidc: deps.env.oidc, pool }),
  guesses: guessCounter(deps.db),
  rechecks: { running: new Map(), retryAt: new Map() },
});
