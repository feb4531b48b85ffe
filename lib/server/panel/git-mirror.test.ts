import { execFileSync, spawn } from "node:child_process";
import { configFile, db, theRooms } from "@/testing/rooms";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openTestPanel } from "@/testing/test-panel";
import { createGitMirror } from "./git-mirror";

const panel = openTestPanel({ limits: { user: { maxGuilds: 60 } } });
const secret = "a secret of more than thirty-two bytes";
let folder: string;
let mirrorPath: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "git-mirror-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
beforeEach(async () => {
  mirrorPath = join(folder, `mirror-${(made += 1)}`);
  await db().deleteFrom("proposals").execute();
  await db().deleteFrom("meta").where("key", "=", "git-mirror-seen").execute();
});

const quiet = {
  NODE_ENV: process.env.NODE_ENV,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  PATH: process.env.PATH ?? "",
};
const somebody = { GIT_AUTHOR_NAME: "Ida", GIT_AUTHOR_EMAIL: "ida@example.org" };
const committer = { GIT_COMMITTER_NAME: "Ida", GIT_COMMITTER_EMAIL: "ida@example.org" };
const git = (at: string, ...words: string[]): string =>
  execFileSync("git", ["-C", at, ...words], {
    env: { ...quiet, ...somebody, ...committer },
    encoding: "utf8",
    stdio: "pipe",
  }).trim();

const failures: string[] = [];
const openMirror = (path = mirrorPath) =>
  createGitMirror({
    ...{
      path,
      db: db(),
      config: configFile(),
      proposals: theRooms().panel.proposals,
      log: pino({ level: "silent" }),
    },
    failed: (reason) => failures.push(reason),
  });

const setGuilds = (value: number, note: string) =>
  panel.get("saveConfig", {
    body: { operations: [{ op: "set", path: "limits.user.maxGuilds", value }], note },
  });

function remoteAt(name: string): string {
  const path = join(folder, name);
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", path], { env: quiet });
  return path;
}

/** Changes the file in a clone of the remote, and pushes. */
function pushFromElsewhere(remote: string, change: (text: string) => string, subject: string): string {
  const clone = mkdtempSync(join(folder, "clone-"));
  git(folder, "clone", "--quiet", remote, clone);
  const file = join(clone, "config.json");
  const text = existsSync(file) ? execFileSync("cat", [file], { encoding: "utf8" }) : "{}";
  writeFileSync(file, change(text));
  git(clone, "add", "config.json");
  git(clone, "commit", "--quiet", "-m", subject);
  git(clone, "push", "--quiet", "origin", "HEAD:main");
  return git(clone, "rev-parse", "HEAD");
}

test("ten saves become ten commits with author, note, one changed line each, and no secret", async () => {
  const mirror = openMirror();
  await mirror.run();
  const before = Number(git(mirrorPath, "rev-list", "--count", "main"));
  for (let number = 1; number <= 10; number += 1) {
    await setGuilds(100 + number, `Raise to ${100 + number}`);
    // Some of the versions are mirrored together.
    if (number % 3 === 0) await mirror.run();
  }
  await mirror.run();
  const log = git(mirrorPath, "log", "-10", "--format=%an|%ae|%cn|%s", "main").split("\n");
  expect(log[0]).toBe("keeper|operator@instance-admin.invalid|Instance Admin|Raise to 110");
  expect(log.map((line) => line.split("|")[3])).toEqual(
    Array.from({ length: 10 }, (_, index) => `Raise to ${110 - index}`),
  );
  expect(Number(git(mirrorPath, "rev-list", "--count", "main"))).toBe(before + 10);
  const changed = git(mirrorPath, "log", "-10", "--format=", "--numstat", "main").split("\n").filter(Boolean);
  expect(new Set(changed)).toEqual(new Set(["1\t1\tconfig.json"]));
  expect(git(mirrorPath, "log", "-1", "--format=%B", "main")).toMatch(
    /^Raise to 110\n\nlimits\.user\.maxGuilds\n\nInstance-Admin-Version: \d+\nInstance-Admin-Etag: [0-9a-f]{64}$/,
  );
  expect(git(mirrorPath, "show", "main:config.json")).toContain('"jwtSecret": "secret:security.jwtSecret"');
  expect(git(mirrorPath, "log", "-p", "main")).not.toContain(secret);

  // A save that changes only a secret is a commit without a difference, which names the secret.
  await panel.get("saveConfig", {
    body: { operations: [{ op: "set", path: "security.requestSignature", value: "another lantern" }] },
  });
  await panel.get("saveConfig", {
    body: { operations: [{ op: "set", path: "security.requestSignature", value: "a third lantern" }] },
  });
  await mirror.run();
  expect(git(mirrorPath, "log", "-1", "--format=%s%n%b", "main")).toContain(
    "security.requestSignature (secret replaced)",
  );
  expect(git(mirrorPath, "log", "-1", "--format=", "--numstat", "main")).toBe("");
  // A second process, or one after a restart, adds nothing.
  await openMirror().run();
  expect(Number(git(mirrorPath, "rev-list", "--count", "main"))).toBe(before + 12);
});

async function exchange(remote: string, url: string) {
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", mirrorPath], { env: quiet });
  git(mirrorPath, "config", "remote.origin.url", url);
  const mirror = openMirror();
  await setGuilds(200, "First");
  await mirror.run();
  expect(failures).toEqual([]);
  expect(git(remote, "log", "-1", "--format=%s", "main")).toBe("First");

  const theirs = pushFromElsewhere(remote, (text) => text.replace("200", "250"), "Room for the fair\x07");
  await mirror.run();
  expect(panel.read()).toMatchObject({ limits: { user: { maxGuilds: 200 } } });
  const [proposal] = await panel.get("listProposals");
  expect(proposal).toMatchObject({
    ...{ title: "Room for the fair ", authorKind: "panel", paths: ["limits.user.maxGuilds"] },
    note: `Git commit ${theirs.slice(0, 12)} by Ida`,
  });
  await mirror.run();
  expect(await panel.get("listProposals")).toHaveLength(1);

  const saved = await panel.ask("saveProposal", { params: { id: proposal!.id }, body: {} });
  expect(saved.status).toBe(200);
  await mirror.run();
  expect(git(remote, "log", "-1", "--format=%an", "main")).toBe("keeper");
  expect(git(remote, "rev-parse", "main^")).toBe(theirs);
  expect(git(remote, "show", "main:config.json")).toContain("250");

  // Both sides have changed: nothing of either is lost.
  await setGuilds(300, "Ours");
  pushFromElsewhere(remote, (text) => text.replace("250", "251"), "Theirs");
  await mirror.run();
  expect(git(remote, "log", "-2", "--format=%s", "main")).toBe("Ours\nTheirs");
  expect((await panel.get("listProposals"))[0]).toMatchObject({ title: "Theirs", state: "open" });
  expect(failures).toEqual([]);
}

test("a remote on the file system gets the commits, and a commit from it becomes a proposal", async () => {
  const remote = remoteAt("remote.git");
  await exchange(remote, remote);
});

test("a remote over HTTP gets the commits, and a commit from it becomes a proposal", async () => {
  const remote = remoteAt("http.git");
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const backend = spawn("git", ["http-backend"], {
      env: {
        ...{
          ...quiet,
          GIT_PROJECT_ROOT: folder,
          GIT_HTTP_EXPORT_ALL: "1",
          REMOTE_USER: "ida",
          PATH_INFO: pathname,
        },
        ...{ REQUEST_METHOD: request.method, QUERY_STRING: String(searchParams) },
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
    });
    request.pipe(backend.stdin);
    const parts: Buffer[] = [];
    backend.stdout.on("data", (part: Buffer) => parts.push(part));
    backend.on("close", () => {
      const answer = Buffer.concat(parts);
      const end = answer.indexOf("\r\n\r\n");
      for (const line of answer.subarray(0, end).toString().split("\r\n")) {
        const [name = "", value = ""] = line.split(": ");
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(answer.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  await exchange(remote, `http://127.0.0.1:${(server.address() as AddressInfo).port}/http.git`);
});

test("programs that the repository's configuration names do not run", async () => {
  const remote = remoteAt("hooked.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", mirrorPath], { env: quiet });
  const trap = join(folder, "ran");
  const program = join(folder, "trap.sh");
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${trap}\nexit 1\n`, { mode: 0o755 });
  mkdirSync(join(mirrorPath, "hooks"), { recursive: true });
  for (const hook of [
    "pre-push",
    "reference-transaction",
    "post-update",
    "pre-receive",
    "update",
    "pre-auto-gc",
  ])
    writeFileSync(join(mirrorPath, "hooks", hook), `#!/bin/sh\necho ${hook} >> ${trap}\nexit 1\n`, {
      mode: 0o755,
    });
  git(mirrorPath, "config", "remote.origin.url", remote);
  for (const key of ["core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "credential.helper"])
    git(mirrorPath, "config", key, program);
  for (const key of ["remote.origin.receivepack", "remote.origin.uploadpack", "gpg.program"])
    git(mirrorPath, "config", key, program);
  // git takes an address for the name of a remote, too.
  git(mirrorPath, "config", "remote.origin.url", `file://${remote}`);
  for (const key of ["receivepack", "uploadpack"])
    git(mirrorPath, "config", `remote.file://${remote}.${key}`, program);
  git(mirrorPath, "config", "push.gpgSign", "true");
  git(mirrorPath, "config", "log.showSignature", "true");
  await openMirror().run();
  expect(failures).toEqual([]);
  expect(existsSync(trap)).toBe(false);
  expect(git(remote, "rev-parse", "main")).toBe(git(mirrorPath, "rev-parse", "main"));

  git(mirrorPath, "config", "protocol.ext.allow", "always");
  git(mirrorPath, "config", "remote.origin.url", `ext::sh -c "touch ${trap}"`);
  await openMirror().run();
  expect(failures.splice(0)).toEqual([expect.stringContaining("transport 'ext' not allowed")]);
  expect(existsSync(trap)).toBe(false);
});

test("a commit with an invalid file, or with only secrets, proposes nothing", async () => {
  const mirror = openMirror();
  await setGuilds(400, "Before");
  await mirror.run();
  pushFromElsewhere(mirrorPath, () => "{", "Broken");
  await mirror.run();
  pushFromElsewhere(
    mirrorPath,
    () => git(mirrorPath, "show", "main~1:config.json").replace("400", "401"),
    "Repaired",
  );
  await mirror.run();
  expect((await panel.get("listProposals")).map(({ title }) => title)).toEqual(["Repaired"]);
});

test("a commit proposes only what it changed itself, and names later changes of the same settings", async () => {
  const mirror = openMirror();
  const set = (path: string, value: unknown) =>
    panel.get("saveConfig", { body: { operations: [{ op: "set", path, value }] } });
  await set("general.instanceName", "One");
  await setGuilds(500, "Before");
  await mirror.run();
  pushFromElsewhere(mirrorPath, (text) => text.replace('"One"', '"Two"'), "Rename");
  await setGuilds(501, "Meanwhile");
  await set("register.disabled", true);
  await mirror.run();
  const [renaming] = await panel.get("listProposals");
  expect(renaming).toMatchObject({ title: "Rename", paths: ["general.instanceName"] });
  const conflicts = async (id: number) => (await panel.get("getProposal", { params: { id } })).conflicts;
  expect(await conflicts(renaming!.id)).toEqual([]);

  pushFromElsewhere(mirrorPath, (text) => text.replace("501", "502"), "Raise");
  await setGuilds(503, "Meanwhile");
  await mirror.run();
  const [raising] = await panel.get("listProposals");
  expect(raising).toMatchObject({ title: "Raise", paths: ["limits.user.maxGuilds"] });
  expect(await conflicts(raising!.id)).toEqual(["limits.user.maxGuilds"]);
  expect(git(mirrorPath, "log", "-2", "--format=%s", "main")).toBe("Meanwhile\nRaise");
});

test("a commit becomes a proposal once the file is readable again", async () => {
  const mirror = openMirror();
  await setGuilds(600, "Before");
  await mirror.run();
  pushFromElsewhere(mirrorPath, (text) => text.replace("600", "601"), "Raise");
  const whole = readFileSync(panel.configPath);
  writeFileSync(panel.configPath, whole.subarray(0, 30));
  await mirror.run();
  expect(await panel.get("listProposals")).toEqual([]);
  writeFileSync(panel.configPath, whole);
  await mirror.run();
  expect(await panel.get("listProposals")).toMatchObject([{ title: "Raise" }]);
  expect(failures).toEqual([]);
});

test("a commit becomes a proposal once others are closed, and nothing is committed on top before", async () => {
  const mirror = openMirror();
  await setGuilds(700, "Before");
  await mirror.run();
  const propose = (value: number) =>
    theRooms().panel.proposals.create(
      { author: { kind: "panel", name: "Git" }, operatorId: null },
      { title: "Earlier", operations: [{ op: "set", path: "limits.user.maxGuilds", value }] },
    );
  for (let number = 1; number <= 25; number += 1) await propose(number);
  const theirs = pushFromElsewhere(mirrorPath, (text) => text.replace("700", "701"), "The 26th");
  await setGuilds(702, "Ours");
  await mirror.run();
  await mirror.run();
  expect(failures.splice(0)).toEqual(["25 proposals from Git are open. Save or reject some of them first."]);
  expect(git(mirrorPath, "rev-parse", "main")).toBe(theirs);
  const [one] = await panel.get("listProposals");
  await panel.get("rejectProposal", { params: { id: one!.id }, body: {} });
  await mirror.run();
  expect((await panel.get("listProposals"))[0]).toMatchObject({ title: "The 26th" });
  expect(git(mirrorPath, "log", "-1", "--format=%s", "main")).toBe("Ours");
  expect(failures).toEqual([]);
});

test("a version that returns to earlier content becomes a commit", async () => {
  const mirror = openMirror();
  await setGuilds(800, "A");
  await mirror.run();
  await setGuilds(801, "B");
  await setGuilds(800, "A again");
  await mirror.run();
  expect(git(mirrorPath, "log", "-3", "--format=%s", "main")).toBe("A again\nB\nA");
});

test("a failure is reported once, until the mirror works again", async () => {
  mkdirSync(mirrorPath);
  writeFileSync(join(mirrorPath, "notes.txt"), "mine");
  const mirror = openMirror();
  await mirror.run();
  await mirror.run();
  expect(failures.splice(0)).toEqual([expect.stringMatching(/not a git repository|is not a Git repository/)]);
  rmSync(join(mirrorPath, "notes.txt"));
  await mirror.run();
  expect(git(mirrorPath, "log", "-1", "--format=%cn", "main")).toBe("Instance Admin");
  git(mirrorPath, "config", "remote.origin.url", `https://ida:s3cret@127.0.0.1:9/x.git`);
  await mirror.run();
  expect(failures.splice(0)).toEqual([expect.not.stringContaining("s3cret")]);
});

test("the end of the panel does not wait for a remote that never answers", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  const asked = once(server, "request");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const mirror = openMirror();
  await mirror.run();
  const { port } = server.address() as AddressInfo;
  git(mirrorPath, "remote", "add", "origin", `http://127.0.0.1:${port}/config.git`);
  failures.length = 0;
  mirror.start();
  await asked;
  await mirror.stop();
  expect(failures).toEqual([]);
});
