import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { nodeOf } from "../../scripts/node-versions.mjs";
import { buildImage, hasBuildah, hasPodman, type Image } from "../support/container";
import { freePort } from "../support/free-port";
import { operator, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/** The user in the Containerfile. */
const USER = 65_532;

let image: Image;
test.beforeAll(() => {
  test.setTimeout(240_000);
  if (hasBuildah) image = buildImage(nodeOf(24).executable);
});
test.beforeEach(() => test.skip(!hasBuildah, "SKIPPED: the image's tests need root and buildah"));
test.afterAll(() => image?.dispose());

const operatorOf = { OPERATOR_USERNAME: operator.username, OPERATOR_PASSWORD: operator.password };

test("the image runs the panel as its first process, as a user without rights, and without a shell", async () => {
  test.setTimeout(240_000);
  const config = image.config as {
    User: string;
    Entrypoint: [string, ...string[]];
    Cmd: string[];
    Env: string[];
  };
  expect(image.config).toMatchObject({
    User: `${USER}:${USER}`,
    Entrypoint: [
      "/nodejs/bin/node",
      expect.any(String),
      expect.any(String),
      "/opt/instance-admin/scripts/cli.mjs",
    ],
    Cmd: ["serve"],
    Volumes: { "/data": {}, "/config": {} },
    StopSignal: "SIGTERM",
    Healthcheck: {
      Test: ["CMD", ...["/nodejs/bin/node", "/opt/instance-admin/scripts/cli.mjs", "health"]],
    },
  });
  const shells = readdirSync(image.root, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?:^|\/)(?:ba|da)?sh$/.test(name),
  );
  expect(shells).toEqual([]);

  const inside = (...words: string[]) => {
    const [program, ...rest] = image.run([], [config.Entrypoint[0], ...words]);
    const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
  const natives = `
      const at = require("module").createRequire("/opt/instance-admin/package.json");
      const { DatabaseSync } = at("@photostructure/sqlite");
      const { count } = new DatabaseSync(":memory:").prepare("select 1 as count").get();
      at("@node-rs/argon2").hash("a calm harbour").then((hash) => console.log(count, hash.slice(0, 9), typeof at("sharp")));
    `;
  expect(inside("-e", natives)).toBe("1 $argon2id function");
  expect(inside("-p", "process.getuid()")).toBe(String(USER));

  const before = new Set(readdirSync(image.root, { recursive: true, encoding: "utf8" }));
  const port = await freePort();
  const variables = {
    PORT: String(port),
    HOST: "0.0.0.0",
    CONFIG_PATH: "/config/config.json",
    DATA_DIR: "/data",
    ...operatorOf,
    WATCH_INTERVAL: "0",
  };
  const options = [...Object.entries(variables).flatMap(([name, value]) => ["-e", `${name}=${value}`])];
  const panel = await startPanel({
    command: image.run(options, [...config.Entrypoint, ...config.Cmd]),
    env: { PORT: String(port), NODE_OPTIONS: "" },
  });
  try {
    const client = await PanelClient.signIn(panel);
    expect((await client.saveSetting("general.instanceName", "In a container")).status).toBe(200);
    // Only the volumes were written, so the root may be read-only. buildah itself writes below `run`.
    const added = readdirSync(image.root, { recursive: true, encoding: "utf8" }).filter(
      (name) => !before.has(name),
    );
    expect(added.filter((name) => !name.startsWith("run/"))).toEqual([]);
    const since = performance.now();
    process.kill(lastChildOf(panel.pid), "SIGTERM");
    await expect.poll(panel.ending).not.toBeNull();
    console.log(
      `The container stopped with ${panel.ending()} after ${Math.round(performance.now() - since)} ms`,
    );
    expect(panel.ending(), panel.output()).toBe(0);
  } finally {
    await panel.dispose();
  }
});

/** Returns the process at the end of a chain of children: the container's first process, below buildah's. */
function lastChildOf(pid: number): number {
  const { stdout } = spawnSync("pgrep", ["--parent", String(pid)], { encoding: "utf8" });
  const child = stdout.trim().split("\n").at(-1);
  return child ? lastChildOf(Number(child)) : pid;
}

test("the libraries that the image needs are in the base that the Containerfile names", () => {
  const { packages } = image;
  test.skip(packages === null, "SKIPPED: dpkg-query is not installed");
  // gcr.io/distroless/cc, on which the base for Node is built, has these packages.
  expect(["libc6", "libgcc-s1", "libstdc++6", "libgomp1", "libssl3"]).toEqual(
    expect.arrayContaining(packages!),
  );
});

test("a container with a read-only root and without capabilities runs, is healthy, and stops cleanly", async () => {
  test.skip(!hasPodman, "SKIPPED: containers are run by root with podman and runc");
  test.setTimeout(240_000);
  const [program = "", ...options] = image.podman;
  const podman = (...words: string[]) => spawnSync(program, [...options, ...words], { encoding: "utf8" });
  const port = await freePort();
  const started = podman(
    ...[
      "run",
      "--detach",
      "--name=panel",
      "--read-only",
      "--cap-drop=ALL",
      "--security-opt=no-new-privileges",
    ],
    ...["--network=host", "--ulimit=nofile=4096:4096", "--ulimit=nproc=512:512"],
    ...["-v", "panel:/data", "-v", "configuration:/config"],
    ...Object.entries({ HOST: "127.0.0.1", PORT: String(port), WATCH_INTERVAL: "0", ...operatorOf }).flatMap(
      ([name, value]) => ["-e", `${name}=${value}`],
    ),
    "localhost/panel",
  );
  try {
    expect(started.status, started.stderr).toBe(0);
    const logs = () => podman("logs", "panel").stdout;
    await expect.poll(logs, { timeout: 60_000 }).toContain("\nConfiguration    /config/config.json\n");
    await expect.poll(() => podman("healthcheck", "run", "panel").status).toBe(0);
    const client = await PanelClient.signIn({ url: `http://localhost:${port}` });
    expect((await client.saveSetting("general.instanceName", "In a container")).status).toBe(200);
    const inside = podman("exec", "panel", "/nodejs/bin/node", "-p", WRITES_AND_USER);
    expect(inside.stdout.trim(), inside.stderr).toBe(`${USER} EROFS EROFS`);
    const since = performance.now();
    expect(podman("stop", "--time=10", "panel").status).toBe(0);
    console.log(`podman stopped the container after ${Math.round(performance.now() - since)} ms`);
    const { stdout } = podman("inspect", "--format={{.State.ExitCode}} {{.State.OOMKilled}}", "panel");
    expect(stdout.trim(), logs()).toBe("0 false");
  } finally {
    podman("rm", "--force", "--time=0", "--volumes", "panel");
  }
});

const WRITES_AND_USER = `
  const attempt = (path) => {
    try { return require("fs").writeFileSync(path, ""), "written"; } catch ({ code }) { return code; }
  };
  [process.getuid(), attempt("/etc/x"), attempt("/opt/instance-admin/x")].join(" ");
`;
