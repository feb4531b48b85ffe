import "server-only";
import pino from "pino";
import type { Db } from "@/lib/server/db";
import { testRecorder } from "./test-audit";
import { openRoom, type OperatorsDeps, type OperatorsRoom } from "@/lib/server/operators/room";

/** Returns what the operators' room is made of, for a panel at http://localhost:3000. */
export function testDeps(db: Db, env: Partial<OperatorsRoom["env"]> = {}): OperatorsDeps {
  return {
    ...{ db, audit: testRecorder, log: pino({ level: "silent" }), pool: null },
    env: {
      oidc: null,
      passwordSignIn: true,
      publicUrl: "http://localhost:3000",
      basePath: "",
      isHttps: false,
      ...env,
    },
    announcements: { announce: () => Promise.resolve(), onAnnouncement: () => undefined },
    secret: "a secret of more than thirty-two bytes",
    endTokens: () => Promise.resolve(),
  };
}

/** Returns what the functions of that room take. */
export const testRoom = (db: Db, env: Partial<OperatorsRoom["env"]> = {}): OperatorsRoom =>
  openRoom(testDeps(db, env));
