import "server-only";
import pino from "pino";
import { append } from "@/lib/server/audit/chain";
import { openKey } from "@/lib/server/audit/key";
import { createRecorder } from "@/lib/server/audit/record";
import type { Db } from "@/lib/server/db";
import { openRoom, type OperatorsRoom } from "@/lib/server/operators/room";

const keyed = openKey({ given: "a key of more than thirty-two bytes", dataDir: "" });

/** Returns what the functions of the operators' room take, for a panel at http://localhost:3000. */
export function testRoom(db: Db, env: Partial<OperatorsRoom["env"]> = {}): OperatorsRoom {
  const log = pino({ level: "silent" });
  const audit = createRecorder({
    append: async (target, link) => (await append(target, link, keyed)).id,
    clock: { now: () => Date.now() },
    log,
  });
  return openRoom({
    ...{ db, audit, log, pool: null },
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
  });
}
