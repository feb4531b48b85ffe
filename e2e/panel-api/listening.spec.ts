import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { canConnect, operator, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

let home: string;
test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "listening-"));
});
test.afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs a command of the panel, or a start that fails, and returns its exit code and output. */
function run(script: string, words: readonly string[], variables: Record<string, string>) {
  const env = { ...process.env, DATA_DIR: join(home, "data"), CONFIG_PATH: "", ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    env,
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, output: stdout + stderr };
}
const start = (variables: Record<string, string>) => run("scripts/start.mjs", ["--no-build"], variables);

function askSocket(socketPath: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ socketPath, path, headers: { host: "admin.example.org", ...headers } }, (response) => {
      void text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    })
      .once("error", reject)
      .end();
  });
}

test("the panel listens at a Unix socket, and takes the client's address from the proxy behind it", async () => {
  const socket = join(home, "panel.sock");
  const address = {
    PORT: socket,
    NEXTAUTH_URL: "https://admin.example.org",
    BASE_PATH: "/admin",
    TRUSTED_PROXIES: "loopback",
  };
  const panel = await startPanel({ env: address });
  const { folder } = panel;
  const again = () => startPanel({ env: address, folder });
  try {
    expect(panel.output()).toContain(`\nSocket           ${socket}\n`);
    expect(statSync(socket).mode & 0o777).toBe(0o660);
    for (const path of ["/api/health", "/admin/api/health", "/admin/login"])
      expect((await askSocket(socket, path)).status, path).toBe(200);
    const refused = { "x-forwarded-for": "198.51.100.9", authorization: "Bearer x" };
    expect((await askSocket(socket, "/admin/api/panel/config", refused)).status).toBe(401);
    await expect.poll(panel.output).toContain('"address":"198.51.100.9"');

    const data = { DATA_DIR: panel.dataDir, CONFIG_PATH: panel.configPath, ...address };
    expect(run("scripts/cli.mjs", ["health"], data)).toMatchObject({ status: 0 });
    expect(run("scripts/cli.mjs", ["doctor"], data).output).toContain(`The panel at ${socket} is healthy.`);

    const second = start({ ...address, BASE_PATH: "", DATA_DIR: join(home, "second") });
    expect(second).toEqual({
      status: 1,
      output: `Another program answers at ${socket}. Stop it, or choose another path: PORT=/run/other.sock npm start\n`,
    });
    expect(existsSync(join(home, "second"))).toBe(false);
    expect((await askSocket(socket, "/api/health")).status).toBe(200);

    await panel.stop("SIGKILL");
    expect(existsSync(socket)).toBe(true);
    expect(await canConnect(socket)).toBe(false);
    const next = await again();
    expect((await askSocket(socket, "/api/health")).status).toBe(200);
    await next.stop();
    expect([next.ending(), existsSync(socket)]).toEqual([0, false]);
  } finally {
    await panel.dispose();
  }
});

test("a start refuses a path at which it cannot listen, and says what to do", () => {
  const file = join(home, "file");
  writeFileSync(file, "text");
  const NEXTAUTH_URL = "https://admin.example.org";
  const refusal = (PORT: string, further: Record<string, string> = { NEXTAUTH_URL }) => {
    const { status, output } = start({ PORT, ...further });
    expect(status).toBe(1);
    return output;
  };
  expect(refusal(file)).toBe(`${file} is not a socket. Move it away, or choose another path in PORT.\n`);
  expect(readFileSync(file, "utf8")).toBe("text");
  expect(refusal(join(home, "missing/panel.sock"))).toMatch(
    /The panel cannot listen at .*missing\/panel\.sock .*Check that the folder exists/,
  );
  const long = (length: number) => `${home}/${"x".repeat(length - home.length - 1)}`;
  expect(refusal(long(104))).toMatch(/too long for a socket.*fewer than 104 bytes/);
  expect(refusal("panel.sock")).toMatch(/a number from 1 to 65535, or to the absolute path of a socket/);
  expect(refusal(long(103), { NEXTAUTH_URL: "" })).toMatch(
    /PORT is a socket.* Set NEXTAUTH_URL to the proxy's address/,
  );
  expect(existsSync(long(103))).toBe(false);
});

test("a panel at HOST=::1 prints links that work, and names a missing folder of the configuration file", async () => {
  const CONFIG_PATH = join(home, "absent/config.json");
  const panel = await startPanel({
    env: { HOST: "::1", OPERATOR_USERNAME: "", OPERATOR_PASSWORD: "", CONFIG_PATH },
  });
  try {
    expect(panel.output()).toContain(
      `\nConfiguration    ${CONFIG_PATH} (missing: The folder ${home}/absent does not exist. Create it, or correct CONFIG_PATH.)\n`,
    );
    const [, url = ""] = /^Instance Admin +(\S+)$/m.exec(panel.output()) ?? [];
    const [, link = ""] = /^Setup link +(\S+)$/m.exec(panel.output()) ?? [];
    expect(url).toBe(panel.url);
    expect(link.startsWith(`${url}/setup?token=`)).toBe(true);
    expect((await fetch(link)).status).toBe(200);
    const port = new URL(url).port;
    // The panel is not healthy without its file.
    const health = run("scripts/cli.mjs", ["health"], { HOST: "::1", PORT: port });
    expect(health).toMatchObject({ status: 1, output: expect.stringContaining("file is missing") });
  } finally {
    await panel.dispose();
  }
});

test("secrets come from systemd's credentials and from files, and a start explains the ones that it cannot use", async () => {
  const folder = join(home, "credentials");
  mkdirSync(folder, { mode: 0o500 });
  const place = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o400 });
    return join(folder, name);
  };
  place("OPERATOR_PASSWORD", `${operator.password}\n`);
  const token = place("token", "a-token-for-metrics\r\n");
  const given = { CREDENTIALS_DIRECTORY: folder, METRICS_TOKEN_FILE: token };
  const panel = await startPanel({ env: { ...given, OPERATOR_PASSWORD: "" } });
  try {
    await PanelClient.signIn(panel);
    const headers = { authorization: "Bearer a-token-for-metrics" };
    expect((await fetch(`${panel.url}/api/metrics`, { headers })).status).toBe(200);
  } finally {
    await panel.dispose();
  }

  const refusal = (variables: Record<string, string>) => {
    const { status, output } = start({ PORT: "0", ...variables });
    expect(status).toBe(1);
    return output;
  };
  expect(refusal({ ...given, OPERATOR_PASSWORD: "another" })).toContain(
    "Both OPERATOR_PASSWORD and the credential OPERATOR_PASSWORD are set. Remove one and start again.",
  );
  expect(refusal({ METRICS_TOKEN: "x".repeat(16), METRICS_TOKEN_FILE: token })).toContain(
    "Both METRICS_TOKEN and METRICS_TOKEN_FILE are set. Remove one and start again.",
  );
  expect(refusal({ METRICS_TOKEN_FILE: join(folder, "missing") })).toContain(
    `The file of METRICS_TOKEN, ${join(folder, "missing")}, could not be read (ENOENT). Check the path`,
  );
  const empty = place("AUDIT_KEY", "\n");
  expect(refusal({ CREDENTIALS_DIRECTORY: folder })).toContain(
    `The file of AUDIT_KEY, ${empty}, is empty. Write the value into it and start again.`,
  );
});
