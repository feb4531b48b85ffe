import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { nodeOf } from "../../scripts/node-versions.mjs";
import { buildImage, hasBuildah } from "../support/container";
import { freePort } from "../support/free-port";
import { operator, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

/** The user in the Containerfile. */
const USER = 65_532;

test("the image runs the panel as its first process, as a user without rights, and without a shell", async () => {
  test.skip(!hasBuildah, "SKIPPED: the image's test needs root and buildah");
  test.setTimeout(240_000);
  const image = buildImage(nodeOf(24).executable);
  try {
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
      const { status, stdout, stderr } = spawnSync(program, rest, {
        encoding: "utf8",
        env: { ...process.env, STORAGE_DRIVER: "vfs" },
      });
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
      OPERATOR_USERNAME: operator.username,
      OPERATOR_PASSWORD: operator.password,
      WATCH_INTERVAL: "0",
    };
    const options = [...Object.entries(variables).flatMap(([name, value]) => ["-e", `${name}=${value}`])];
    const panel = await startPanel({
      command: image.run(options, [...config.Entrypoint, ...config.Cmd]),
      env: { STORAGE_DRIVER: "vfs", PORT: String(port), NODE_OPTIONS: "" },
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
  } finally {
    image.dispose();
  }
});

/** Returns the process at the end of a chain of children: the container's first process, below buildah's. */
function lastChildOf(pid: number): number {
  const { stdout } = spawnSync("pgrep", ["--parent", String(pid)], { encoding: "utf8" });
  const child = stdout.trim().split("\n").at(-1);
  return child ? lastChildOf(Number(child)) : pid;
}
