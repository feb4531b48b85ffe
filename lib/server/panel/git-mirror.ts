import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { basename } from "node:path";
import type { Logger } from "pino";
import { AppError } from "@/lib/errors";
import type { ConfigFile, RevisionRow, Version } from "@/lib/server/config-file";
import { changesBetween, withSecretReferences } from "@/lib/server/config-file";
import { type Db, dropLease, readMeta, takeLease, writeMeta } from "@/lib/server/db";
import { authorWords, thePanel } from "@/lib/shared/author";
import { type Git, GitError, gitIn } from "./git";
import type { Proposals } from "./proposals";

/** How often (ms) the mirror looks for commits of others. A save of the file starts a look of its own. */
const EVERY = 60_000;
/** Longer than a look usually takes (ms). */
const LEASE = 2 * 60_000;
const SEEN = "git-mirror-seen";
export const BRANCH = "refs/heads/main";
const FETCHED = "refs/instance-admin/fetched";
/**
 * The programs that the other end runs. The repository's configuration can name others, even for an address, because git
 * also takes an address for the name of a remote.
 */
const [UPLOADER, RECEIVER] = ["--upload-pack=git-upload-pack", "--receive-pack=git-receive-pack"] as const;
const TRAILER = "Instance-Admin-Etag";
/** Commits of the panel, for the options of `git log`. */
const OURS = `^${TRAILER}: [0-9a-f]\\{64\\}$`;

export interface GitMirrorDeps {
  path: string;
  db: Db;
  config: ConfigFile;
  proposals: Pick<Proposals, "create">;
  log: Logger;
  every?: number;
  failed: (reason: string) => void;
}

export type GitMirror = ReturnType<typeof createGitMirror>;

/**
 * Mirrors the file's versions as commits, without secrets, and pushes them if the repository has a remote named
 * `origin`. Other people's commits never change the file: the newest one becomes a proposal.
 */
export function createGitMirror({ path, db, config, proposals, log, every = EVERY, failed }: GitMirrorDeps) {
  const stopping = new AbortController();
  const git = gitIn(path, stopping.signal);
  const name = basename(config.path);
  const holder = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let stopWatching: (() => void) | undefined;
  let working = Promise.resolve();
  let isFailing = false;

  async function mirror(): Promise<void> {
    await prepareRepository(path, git);
    const url = await remoteUrl(git);
    const base = await baseOf(git, url);
    if (base !== null) await proposeFrom(base);
    const head = await addCommits(base);
    if (url !== null && head !== null && head !== (await remoteHead(git, url)))
      await git(["push", "--quiet", RECEIVER, "--", url, `${BRANCH}:${BRANCH}`]);
  }

  async function proposeFrom(base: string): Promise<void> {
    const lastSeen = await readMeta(db, SEEN);
    if (lastSeen === base) return;
    const isKnown = lastSeen !== undefined && (await isCommit(git, lastSeen));
    const newest = await git([
      ...["log", "-1", "--invert-grep", `--grep=${OURS}`, "--format=%H%x00%an%x00%s"],
      ...[isKnown ? `${lastSeen}..${base}` : base, "--", name],
    ]);
    const [commit, author = "", subject = ""] = newest.trim().split("\0");
    if (commit) await propose(commit, author, subject);
    await writeMeta(db, SEEN, base);
  }

  /** @throws AppError if the commit can become a proposal later */
  async function propose(commit: string, author: string, subject: string): Promise<void> {
    const text = await textIn(commit);
    // A commit that deletes the file proposes nothing.
    if (text === null) return;
    try {
      const now = await config.read();
      const based = await mirroredIn(commit);
      const since = (based && (await textIn(based.commit))) ?? undefined;
      const { operations, problems } = await now.previewImport(text, "replace", since);
      const [problem] = problems.filter(({ severity }) => severity === "error");
      if (problem) throw new AppError("invalid-settings", problem.message);
      if (operations.length === 0) return;
      const title = subject.replace(/\p{Cc}/gu, " ").slice(0, 100) || `Commit ${commit.slice(0, 12)}`;
      const note = `Git commit ${commit.slice(0, 12)} by ${author.replace(/\p{Cc}/gu, " ").slice(0, 200)}`;
      const base = since === undefined ? undefined : based?.etag;
      await proposals.create({ author: thePanel, operatorId: null }, { title, note, base, operations });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid-settings") throw error;
      log.warn({ commit, reason: error.message }, "A commit in GIT_MIRROR could not become a proposal");
    }
  }

  const textIn = (commit: string): Promise<string | null> =>
    git(["show", `${commit}:${name}`]).then(withoutReferences, () => null);

  /** Adds a commit for each version that `base` does not have. @returns the new head */
  async function addCommits(base: string | null): Promise<string | null> {
    const last = base === null ? null : await lastMirrored(base);
    const parts: Buffer[] = [];
    let before = last && (await config.history.version(last));
    let from = base;
    for (
      let row = await config.history.after({ id: last?.id ?? 0 });
      row;
      row = await config.history.after(row)
    ) {
      const version = await config.history.version(row);
      if (version === null) continue;
      parts.push(commitOf(row, before, version, from));
      [before, from] = [version, null];
    }
    if (parts.length > 0)
      await git(["fast-import", "--quiet", "--force", "--date-format=raw"], Buffer.concat(parts));
    else if (base !== null) await git(["update-ref", BRANCH, base]);
    return resolvedCommit(git, BRANCH);
  }

  /** Returns the newest commit of a version in the history of `head`. */
  async function mirroredIn(head: string): Promise<{ commit: string; id: number; etag: string } | null> {
    const trailer = (key: string) => `%x00%(trailers:key=Instance-Admin-${key},valueonly)`;
    const format = `--format=%H${trailer("Version")}${trailer("Etag")}`;
    const shown = await git(["log", "-1", `--grep=${OURS}`, format, head]);
    const [commit = "", version = "", etag = ""] = shown.split("\0").map((word) => word.trim());
    return commit === "" ? null : { commit, id: /^\d{1,9}$/.test(version) ? Number(version) : 0, etag };
  }

  async function lastMirrored(base: string): Promise<RevisionRow | null> {
    const last = await mirroredIn(base);
    if (last === null) return null;
    // Several versions may have the same bytes. In another database, the number belongs to another version.
    const row = await config.history.byId(last.id);
    return (row?.etag === last.etag ? row : await config.history.byEtag(last.etag)) ?? null;
  }

  function commitOf(row: RevisionRow, before: Version | null, version: Version, from: string | null): Buffer {
    const content = Buffer.from(withSecretReferences(version));
    const author = authorWords({ kind: row.authorKind, name: row.author }).replace(/[<>\p{Cc}]/gu, "");
    const when = `${Math.floor(row.createdAt / 1000)} +0000`;
    const message = Buffer.from(messageOf(row, before, version));
    return Buffer.concat([
      Buffer.from(
        [
          `commit ${BRANCH}`,
          `author ${author} <${row.authorKind}@instance-admin.invalid> ${when}`,
          `committer Instance Admin <panel@instance-admin.invalid> ${when}`,
          `data ${message.length}\n`,
        ].join("\n"),
      ),
      message,
      Buffer.from(
        `\n${from === null ? "" : `from ${from}\n`}M 100644 inline "${name.replace(/["\\]/g, "\\$&")}"\ndata ${content.length}\n`,
      ),
      content,
      Buffer.from("\n"),
    ]);
  }

  async function look(): Promise<void> {
    if (!(await takeLease(db, "git-mirror", { holder, span: LEASE }))) return;
    try {
      await mirror();
      isFailing = false;
    } catch (err) {
      if (stopping.signal.aborted) return;
      log.warn({ err }, "The Git mirror could not be updated");
      // The file may be in the middle of a rewrite. If it stays broken, the panel reports that, too.
      if (err instanceof AppError && err.code === "config-unusable") return;
      const isClear = err instanceof GitError || (err instanceof AppError && err.status < 500);
      if (!isFailing) failed(isClear ? err.message : "See the panel's log for the cause.");
      isFailing = true;
    } finally {
      await dropLease(db, "git-mirror", holder);
    }
  }

  const run = (): Promise<void> => {
    working = working
      .then(look)
      .catch((err: unknown) => log.warn({ err }, "The Git mirror could not be updated"));
    return working;
  };

  return {
    run,
    start(): void {
      stopWatching = config.watch(() => void run());
      timer = setInterval(() => void run(), every).unref();
      void run();
    },
    async stop(): Promise<void> {
      stopWatching?.();
      clearInterval(timer);
      // A remote that does not answer must not hold up the end of the panel.
      stopping.abort();
      await working;
    },
  };
}

async function prepareRepository(path: string, git: Git): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if ((await readdir(path)).length === 0) await git(["init", "--quiet", "--bare", "--initial-branch=main"]);
  // Without this check, git would use a repository in a folder above.
  const top = await git(["rev-parse", "--git-dir"]);
  if (![".", ".git"].includes(top.trim()))
    throw new GitError(`${path} is not a Git repository. Use an empty folder.`);
}

export const remoteUrl = async (git: Git): Promise<string | null> =>
  (await git(["config", "--get", "remote.origin.url"]).catch(() => "")).trim() || null;

/** Returns the number of the newest version that a commit contains. 0 if there is none. */
export async function newestMirrored(git: Git, commit: string): Promise<number> {
  const format = "--format=%(trailers:key=Instance-Admin-Version,valueonly)";
  return Number((await git(["log", "-1", `--grep=${OURS}`, format, commit])).trim());
}

export const resolvedCommit = (git: Git, ref: string): Promise<string | null> =>
  git(["rev-parse", "--quiet", "--verify", ref]).then(
    (commit) => commit.trim(),
    () => null,
  );

const isCommit = async (git: Git, commit: string) =>
  (await resolvedCommit(git, `${commit}^{commit}`)) !== null;

export async function remoteHead(git: Git, url: string): Promise<string | null> {
  return (await git(["ls-remote", UPLOADER, "--", url, BRANCH])).split("\t")[0]?.trim() || null;
}

/**
 * Returns the commit on which the next version is based: the remote's head or, if the local branch contains it, the
 * local head. Versions that were not pushed before others pushed get new commits.
 */
async function baseOf(git: Git, url: string | null): Promise<string | null> {
  const local = await resolvedCommit(git, BRANCH);
  const remote = url === null ? null : await remoteHead(git, url);
  if (url === null || remote === null || remote === local) return local;
  const words = ["--quiet", "--no-tags", "--no-write-fetch-head", UPLOADER];
  await git(["fetch", ...words, "--", url, `+${BRANCH}:${FETCHED}`]);
  const isAhead =
    local !== null &&
    (await git(["merge-base", "--is-ancestor", FETCHED, local]).then(
      () => true,
      () => false,
    ));
  return isAhead ? local : resolvedCommit(git, FETCHED);
}

function messageOf({ id, etag, note }: RevisionRow, before: Version | null, version: Version): string {
  const changes = before === null ? [] : changesBetween(before, version);
  const [subject = ""] = (note ?? "").split("\n");
  const paths = changes
    .slice(0, 50)
    .map(({ path, secret }) => `${path}${secret ? ` (secret ${secret})` : ""}`);
  const more = changes.length > 50 ? [`and ${changes.length - 50} more`] : [];
  const body = [...(note && note !== subject ? [note, ""] : []), ...paths, ...more];
  return [
    subject.slice(0, 200) || `Version ${id}`,
    "",
    ...(body.length > 0 ? [...body, ""] : []),
    `Instance-Admin-Version: ${id}`,
    `${TRAILER}: ${etag}`,
    "",
  ].join("\n");
}

/** An import keeps a secret whose value is null. */
const withoutReferences = (text: string): string => text.replace(/"secret:[^"\\]*"/g, "null");
