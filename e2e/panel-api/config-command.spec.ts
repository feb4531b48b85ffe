import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parse } from "yaml";
import { z } from "zod";
import { freePort } from "../support/free-port";
import { type Panel, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

let panel: Panel;
/** A Git repository that mirrors the versions. */
let mirror: string;
test.beforeAll(async () => {
  mirror = await mkdtemp(join(tmpdir(), "mirror-"));
  panel = await startPanel({
    env: { GIT_MIRROR: mirror },
    config: '{ "limits": { "user": { "maxGuilds": 50 } }, "security": { "jwtSecret": "a harbor light" } }',
  });
});
test.afterAll(async () => {
  await panel.dispose();
  await rm(mirror, { recursive: true });
});

const onFile = () => ({ CONFIG_PATH: panel.configPath, DATA_DIR: panel.dataDir, DATABASE_URL: "" });

const config = (...words: string[]) => run(onFile(), words);

function run(own: Record<string, string>, words: string[]) {
  const env = { ...process.env, ...own };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/config.mjs", ...words], {
    env,
    encoding: "utf8",
  });
  return { status, output: stdout.trim(), error: stderr.trim() };
}

test("npm run config reads, saves, lists and undoes while the panel runs", async () => {
  expect(config("get", "limits.user.maxGuilds")).toEqual({ status: 0, output: "50", error: "" });
  const saved = config("set", "limits.user.maxGuilds", "77", "--note=More room", "--json");
  const { version } = JSON.parse(saved.output) as { version: number };
  expect(await panel.readConfig()).toContain('"maxGuilds": 77');
  const [newest] = JSON.parse(config("history", "--json").output) as Record<string, unknown>[];
  expect(newest).toMatchObject({ id: version, author: "Command line", note: "More room" });
  expect(config("undo", String(version)).status).toBe(0);
  expect(config("get", "limits.user.maxGuilds").output).toBe("50");

  const patch = join(panel.folder, "patch.json");
  const operations = [{ op: "set", path: "general.instanceName", value: "As code" }];
  await writeFile(patch, JSON.stringify({ operations }));
  expect(config("apply", patch).status).toBe(0);
  expect(config("get", "general.instanceName").output).toBe('"As code"');
});

test("npm run config explains a wrong value, and prints no secret", () => {
  const refused = config("set", "limits.user.maxGuilds", "many");
  expect(refused.status).toBe(2);
  expect(refused.error).toContain("limits.user.maxGuilds: Enter a whole number");
  const secret = config("get", "security.jwtSecret");
  expect([secret.status, secret.output]).toEqual([2, ""]);
  const all = config("get").output;
  expect(Object.keys(JSON.parse(all) as object)).toContain("limits.user.maxGuilds");
  expect(all).not.toContain("jwtSecret");
});

test("npm run config --url works on a running panel with an API token", async () => {
  const owner = await PanelClient.signIn(panel);
  const tokenOf = async (role: string) => {
    const body = { name: role, role, confirmed: false, expiresInDays: 1 };
    return ((await (await owner.send("POST", "/api/panel/api-tokens", body)).json()) as { token: string })
      .token;
  };
  const [editor, viewer] = [await tokenOf("editor"), await tokenOf("viewer")];
  const file = join(panel.folder, "token");
  await writeFile(file, `${editor}\n`);
  // The file and the database of another machine: the command must not touch them.
  const elsewhere = { CONFIG_PATH: join(panel.folder, "none.json"), DATA_DIR: join(panel.folder, "none") };
  const over = (own: Record<string, string>, ...words: string[]) =>
    run({ ...elsewhere, ...own }, [...words, `--url=${panel.url}/`]);
  const remote = (...words: string[]) => over({ INSTANCE_ADMIN_TOKEN_FILE: file }, ...words);

  expect(remote("get", "limits.user.maxGuilds").output).toBe("50");
  const saved = JSON.parse(remote("set", "limits.user.maxGuilds", "70", "--json").output) as {
    version: number;
  };
  expect(await panel.readConfig()).toContain('"maxGuilds": 70');
  expect(JSON.parse(remote("history", "--json").output)).toContainEqual(
    expect.objectContaining({ id: saved.version, author: "keeper (API token)" }),
  );
  const refused = remote("set", "limits.user.maxGuilds", "many");
  expect([refused.status, refused.error]).toEqual([2, expect.stringContaining("Enter a whole number")]);

  await test.step("diff finds drift, and does not compare secrets", async () => {
    const wanted = join(panel.folder, "wanted.json");
    await writeFile(wanted, JSON.stringify({ ...JSON.parse(await panel.readConfig()), security: undefined }));
    expect(remote("diff", wanted)).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^No differences\.\nSecrets/),
    });
    await panel.replaceConfig((await panel.readConfig()).replace('"maxGuilds": 70', '"maxGuilds": 71'));
    const drift = over({ INSTANCE_ADMIN_TOKEN: viewer }, "diff", wanted, "--json");
    expect(drift.status).toBe(1);
    expect(JSON.parse(drift.output)).toMatchObject({
      equal: false,
      changes: [{ path: "limits.user.maxGuilds", before: 71, after: 70 }],
    });
  });

  await test.step("apply keeps later changes of other settings, and refuses a conflict", async () => {
    const { etag: base } = (await (await owner.fetch("/api/panel/config")).json()) as { etag: string };
    const patch = join(panel.folder, "panel-patch.json");
    const operations = [{ op: "set", path: "limits.user.maxGuilds", value: 90 }];
    await writeFile(patch, JSON.stringify({ base, operations, omitted: ["security.jwtSecret"] }));
    expect(remote("diff", patch)).toMatchObject({ status: 1, output: "limits.user.maxGuilds: 71 → 90" });
    expect(remote("set", "general.instanceName", "Elsewhere").status).toBe(0);
    expect(remote("apply", patch)).toMatchObject({
      status: 0,
      output: expect.stringContaining("security.jwtSecret"),
    });
    expect(remote("diff", patch)).toMatchObject({ status: 0, output: "No differences." });
    await writeFile(patch, JSON.stringify({ base, operations: [{ ...operations[0], value: 95 }] }));
    expect(remote("apply", patch)).toMatchObject({
      status: 2,
      error: expect.stringContaining("changed limits.user.maxGuilds after you opened the file"),
    });
    await writeFile(patch, JSON.stringify({ base: "0".repeat(64), operations }));
    expect(remote("apply", patch)).toMatchObject({ status: 0, output: "The file already has these values." });
    const [newest] = JSON.parse(remote("history", "--json").output) as { id: number }[];
    expect(remote("undo", String(newest?.id)).status).toBe(0);
    expect(remote("get", "limits.user.maxGuilds").output).toBe("71");
  });

  await test.step("errors say what to do", () => {
    expect(over({}, "get").error).toContain("Set INSTANCE_ADMIN_TOKEN");
    expect(over({ INSTANCE_ADMIN_TOKEN: "iadm_wrong" }, "get")).toMatchObject({ status: 2, output: "" });
    expect(over({ INSTANCE_ADMIN_TOKEN: viewer }, "set", "general.instanceName", "No").error).toContain(
      "Your role is viewer",
    );
    const none = run({ INSTANCE_ADMIN_TOKEN: viewer }, ["get", "--url=http://localhost:9"]);
    expect([none.status, none.error]).toEqual([2, expect.stringContaining("does not answer")]);
    expect(remote("diff").error).toContain("name a FILE");
  });
});

test("the operator's rules hold for the command, the file and a running panel", async () => {
  const rule = { id: "room", expression: "limits.user.maxGuilds >= 20", message: "Too few guilds." };
  await writeFile(join(panel.folder, "config.rules.json"), JSON.stringify({ rules: [rule] }));
  const body = { name: "rules", role: "editor", confirmed: false, expiresInDays: 1 };
  const made = await (await PanelClient.signIn(panel)).send("POST", "/api/panel/api-tokens", body);
  const { token } = (await made.json()) as { token: string };
  const change = ["set", "limits.user.maxGuilds", "19"];
  const refused = { status: 2, error: "Too few guilds. (rule “room”) Nothing was saved." };
  expect(config(...change)).toMatchObject(refused);
  const remote = run({ INSTANCE_ADMIN_TOKEN: token }, [...change, `--url=${panel.url}`]);
  expect(remote.status).toBe(2);
  expect(remote.error).toContain(refused.error);
  await rm(join(panel.folder, "config.rules.json"));
});

const Workflow = z.object({
  jobs: z.object({
    diff: z.object({
      steps: z.array(
        z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() }),
      ),
    }),
  }),
});

test("the steps of examples/drift.yaml end with 1 on drift, with 0 without, and with 2 on failure", async () => {
  const body = { name: "drift", role: "viewer", confirmed: false, expiresInDays: 1 };
  const made = await (await PanelClient.signIn(panel)).send("POST", "/api/panel/api-tokens", body);
  const { token } = (await made.json()) as { token: string };
  const checkout = await mkdtemp(join(tmpdir(), "drift-"));
  try {
    await mkdir(join(checkout, "instance-admin/bin"), { recursive: true });
    const program = join(checkout, "instance-admin/bin/instance-admin");
    const command = `exec ${process.execPath} ${join(process.cwd(), "scripts/cli.mjs")} "$@"`;
    await writeFile(program, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    const { steps } = Workflow.parse(parse(await readFile("examples/drift.yaml", "utf8"))).jobs.diff;
    /** Runs the steps as the runner does, and stops at the first that fails. */
    const pipeline = (url: string, secret: string) => {
      for (const { run: script, env = {} } of steps) {
        if (script === undefined) continue;
        const values = Object.entries(env).map(
          ([name, value]) => [name, value.replace("${{ secrets.ADMIN_TOKEN }}", secret)] as const,
        );
        const { status, stdout } = spawnSync(
          "bash",
          ["-e", "-c", script.replace("https://admin.example.org", url)],
          {
            ...{ cwd: checkout, encoding: "utf8" },
            env: { PATH: process.env.PATH, NODE_ENV: "test", ...Object.fromEntries(values) },
          },
        );
        if (status !== 0) return { status, stdout };
      }
      return { status: 0, stdout: "" };
    };
    const wanted = { ...JSON.parse(await panel.readConfig()), security: undefined };
    await writeFile(join(checkout, "config.json"), JSON.stringify(wanted));
    expect(pipeline(panel.url, token).status).toBe(0);
    const setting = { op: "set", path: "limits.user.maxGuilds", value: 12 };
    await writeFile(join(checkout, "config.json"), JSON.stringify({ operations: [setting] }));
    expect(pipeline(panel.url, token)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("limits.user.maxGuilds"),
    });
    expect(pipeline(panel.url, "iadm_wrong").status).toBe(2);
    expect(pipeline(`http://localhost:${await freePort()}`, token).status).toBe(2);
    await writeFile(join(checkout, "config.json"), "{");
    expect(pipeline(panel.url, token).status).toBe(2);
  } finally {
    await rm(checkout, { recursive: true });
  }
});

test("GIT_MIRROR gets a commit for each version", async () => {
  const log = () =>
    execFileSync("git", ["-C", mirror, "log", "--format=%an: %s", "main"], { encoding: "utf8" });
  await expect.poll(log).toContain("Command line: More room");
  const text = execFileSync("git", ["-C", mirror, "show", "main:config.json"], { encoding: "utf8" });
  expect(text).toContain('"jwtSecret": "secret:security.jwtSecret"');
});

test("npm run config -- diff exits with 1 if the file differs from another file or its last version", async () => {
  await panel.stop();
  expect(config("diff").status).toBe(0);
  const copy = join(panel.folder, "copy.json");
  await writeFile(copy, await panel.readConfig());
  expect(config("diff", copy)).toMatchObject({ status: 0, output: "No differences." });
  await panel.replaceConfig((await panel.readConfig()).replace('"maxGuilds": 71', '"maxGuilds": 51'));
  expect(config("diff", copy)).toMatchObject({ status: 1, output: "limits.user.maxGuilds: 51 → 71" });
  expect(config("diff")).toMatchObject({ status: 1, output: "limits.user.maxGuilds: 71 → 51" });
});
