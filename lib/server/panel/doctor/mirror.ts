import "server-only";
import { existsSync, readdirSync } from "node:fs";
import type { Db } from "@/lib/server/db";
import { gitIn } from "../git";
import { BRANCH, newestMirrored, remoteHead, remoteUrl, resolvedCommit } from "../git-mirror";
import { type Check, error, ok, reason, type Result, skipped, type Subject, warning } from "./finding";

/** The mirror looks for new versions every minute. */
const LATE_MS = 5 * 60_000;

export const mirrorChecks: readonly Check[] = [["Git mirror", mirror]];

async function mirror({ env: { gitMirror: path, configPath }, db }: Subject): Promise<Result> {
  if (path === undefined) return skipped("GIT_MIRROR is not set.");
  const git = gitIn(path);
  if (!existsSync(path) || readdirSync(path).length === 0)
    return skipped(`${path} is empty. The panel creates the repository.`);
  const local = await resolvedCommit(git, BRANCH);
  if (local === null) {
    await git(["rev-parse", "--git-dir"]);
    return warning(`${path} has no commit on the branch main. Start the panel, and look at its log.`);
  }
  const missing = await versionsAfter(db(), configPath, await newestMirrored(git, local));
  if (missing > 0)
    return error(
      `${path} lacks ${missing === 1 ? "one version" : `${missing} versions`} of the file. The panel's log says why.`,
    );
  const url = await remoteUrl(git);
  if (url === null) return ok(`${path} has the newest version. It has no remote.`);
  let remote: string | null;
  try {
    remote = await remoteHead(git, url);
  } catch (caught) {
    return error(
      `The remote of ${path} does not answer, so nothing is pushed: ${reason(caught)} Check its address and the key.`,
    );
  }
  if (remote === local) return ok(`${path} has the newest version, and so does its remote.`);
  if (remote !== null && (await resolvedCommit(git, `${remote}^{commit}`)) === null)
    return ok(`The remote of ${path} has commits that the panel reads within a minute.`);
  const committedAt = Number(await git(["log", "-1", "--format=%ct", local])) * 1_000;
  if (Date.now() - committedAt < LATE_MS) return ok(`${path} has the newest version, and is being pushed.`);
  const isBehind =
    remote === null ||
    (await git(["merge-base", "--is-ancestor", remote, local]).then(
      () => true,
      () => false,
    ));
  return error(
    `The remote of ${path} ${isBehind ? "lacks the newest commits" : "has other commits"}. The panel's log says why it could not push.`,
  );
}

/** Counts the file's versions that are newer than a mirrored one, without those that the mirror may still add. */
async function versionsAfter(db: Db, path: string, newest: number): Promise<number> {
  const { count } = await db
    .selectFrom("config_revisions")
    .innerJoin("config_paths", "config_paths.file_id", "config_revisions.file_id")
    .where("path", "=", path)
    .where("id", ">", newest)
    .where("state", "=", "saved")
    .where("created_at", "<", Date.now() - LATE_MS)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
