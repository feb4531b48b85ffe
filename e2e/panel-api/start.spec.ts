import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

test("a first start makes what is missing, and says where", async () => {
  const panel = await startPanel();
  try {
    expect(panel.output()).toContain(panel.url);
    expect(panel.output()).toContain(panel.configPath);
    expect(panel.output()).not.toContain("/setup?token=");
    const config = JSON.parse(await panel.readConfig()) as { security: { jwtSecret: string } };
    expect(Buffer.from(config.security.jwtSecret, "base64").length).toBeGreaterThanOrEqual(32);
    expect((await stat(panel.configPath)).mode & 0o777).toBe(0o600);
    expect((await stat(join(panel.dataDir, "nextauth-secret"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(panel.dataDir, "instance.db"))).mode & 0o777).toBe(0o600);
    expect(await (await fetch(`${panel.url}/api/health`)).json()).toMatchObject({ status: "ok" });

    const client = await PanelClient.signIn(panel);
    const guilds = await client.json<{ id: string; owner: { username: string } }[]>("/api/panel/guilds");
    expect(guilds).toHaveLength(1);
    expect(guilds[0]?.owner.username).toBe("keeper");
  } finally {
    await panel.dispose();
  }
});

test("a second start keeps operators, secrets and the file", async () => {
  const first = await startPanel();
  const file = await first.readConfig();
  await first.stop();
  const second = await startPanel({ folder: first.folder, env: { OPERATOR_PASSWORD: "another password" } });
  try {
    expect(await second.readConfig()).toBe(file);
    await PanelClient.signIn(second);
  } finally {
    await second.dispose();
  }
});

const broken = [
  {
    name: "broken",
    bytes: '{\n    "general": {\n        "instanceName": "Harbor",,\n    }\n}\n',
    line: 3,
    column: 34,
  },
  { name: "empty", bytes: "", line: undefined, column: undefined },
  { name: "cut off", bytes: '{ "general": { "instanceName": "Har', line: 1, column: undefined },
];
for (const { name, bytes, line, column } of broken) {
  test(`a ${name} file: the panel starts, says what is wrong, and overwrites nothing`, async () => {
    const panel = await startPanel({ config: bytes });
    try {
      const client = await PanelClient.signIn(panel);
      const document = await client.json<ConfigSnapshot>("/api/panel/config");
      expect(document.file.state).toBe("broken");
      const problem = document.problems.find((candidate) => candidate.severity === "error");
      expect(problem?.message).toBeTruthy();
      if (line !== undefined) expect(problem?.line).toBe(line);
      if (column !== undefined) expect(problem?.column).toBe(column);
      const refused = await client.send(
        "PATCH",
        "/api/panel/config",
        { operations: [{ op: "set", path: "general.instanceName", value: "X" }] },
        { "if-match": `"${document.etag}"` },
      );
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ code: "config-unusable" });
      expect(await readFile(panel.configPath, "utf8")).toBe(bytes);
      const health = await fetch(`${panel.url}/api/health`);
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({ configuration: "broken" });
    } finally {
      await panel.dispose();
    }
  });
}

test("an unreadable file: a folder stands in its place", async () => {
  const first = await startPanel();
  await first.stop();
  const inTheWay = join(first.folder, "folder.json");
  await mkdir(inTheWay);
  const panel = await startPanel({ folder: first.folder, env: { CONFIG_PATH: inTheWay } });
  try {
    const client = await PanelClient.signIn(panel);
    const document = await client.json<ConfigSnapshot>("/api/panel/config");
    expect(document.file.state).toBe("unreadable");
    expect(document.problems[0]?.message).toContain("not a regular file");
    expect(document.file.path).toBe(inTheWay);
  } finally {
    await panel.dispose();
  }
});

test("a start that cannot succeed ends with a sentence that helps", async () => {
  await expect(startPanel({ env: { DATABASE_URL: "mysql://localhost/x" } })).rejects.toThrow(/DATABASE_URL/);
  await expect(startPanel({ env: { OPERATOR_PASSWORD: "short" } })).rejects.toThrow(/at least 8 characters/);
  for (const password of ["password1", "        ", "keeperkeeper"]) {
    await expect(startPanel({ env: { OPERATOR_PASSWORD: password } })).rejects.toThrow(
      /OPERATOR_PASSWORD: .*(easy to guess|contain the username)/,
    );
  }
  await expect(startPanel({ env: { PORT: "70000" } })).rejects.toThrow(/PORT is "70000"/);
});
