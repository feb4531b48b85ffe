import { mkdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { startPanel } from "../support/panel";
import { PanelClient } from "../support/session";
import { expect, test } from "../support/shared-panel";

test("a first start makes what is missing, and says where; a later one keeps operators, secrets and the file, or shows why it cannot read it", async () => {
  const first = await startPanel();
  try {
    expect(first.output()).toContain(first.url);
    expect(first.output()).toContain(first.configPath);
    expect(first.output()).not.toContain("/setup?token=");
    const file = await first.readConfig();
    const config = JSON.parse(file) as { security: { jwtSecret: string } };
    expect(Buffer.from(config.security.jwtSecret, "base64").length).toBeGreaterThanOrEqual(32);
    expect((await stat(first.configPath)).mode & 0o777).toBe(0o600);
    expect((await stat(join(first.dataDir, "nextauth-secret"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(first.dataDir, "instance.db"))).mode & 0o777).toBe(0o600);
    expect(await (await fetch(`${first.url}/api/health`)).json()).toMatchObject({ status: "ok" });
    const client = await PanelClient.signIn(first);
    const guilds = await client.json<{ id: string; owner: { username: string } }[]>("/api/panel/guilds");
    expect(guilds).toHaveLength(1);
    expect(guilds[0]?.owner.username).toBe("keeper");
    await first.stop();

    const { folder } = first;
    const second = await startPanel({ folder, env: { OPERATOR_PASSWORD: "another password" } });
    try {
      expect(await second.readConfig()).toBe(file);
      // The earlier password and the earlier session are good.
      await PanelClient.signIn(second);
      expect((await client.at(second).fetch("/api/panel/guilds")).status).toBe(200);
    } finally {
      await second.stop();
    }

    const inTheWay = join(folder, "folder.json");
    await mkdir(inTheWay);
    const third = await startPanel({ folder, env: { CONFIG_PATH: inTheWay } });
    try {
      const document = await (await PanelClient.signIn(third)).json<ConfigSnapshot>("/api/panel/config");
      expect(document.file.state).toBe("unreadable");
      expect(document.problems[0]?.message).toContain("not a regular file");
      expect(document.file.path).toBe(inTheWay);
    } finally {
      await third.stop();
    }
  } finally {
    await first.dispose();
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

test("a start that cannot succeed ends with a sentence that helps", async () => {
  const common = /OPERATOR_PASSWORD: .*(easy to guess|contain the username)/;
  const refusals: [env: Record<string, string>, sentence: RegExp][] = [
    [{ DATABASE_URL: "mysql://localhost/x" }, /DATABASE_URL/],
    [{ OPERATOR_PASSWORD: "short" }, /at least 8 characters/],
    [{ OPERATOR_PASSWORD: "password1" }, common],
    [{ OPERATOR_PASSWORD: "        " }, common],
    [{ OPERATOR_PASSWORD: "keeperkeeper" }, common],
    [{ PORT: "70000" }, /PORT is "70000"/],
  ];
  await Promise.all(refusals.map(([env, sentence]) => expect(startPanel({ env })).rejects.toThrow(sentence)));
});
