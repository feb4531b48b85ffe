import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listening, savedWith } from "@/testing/check-setting";
import { operatorToken, RunningInstance, type RunningInstanceOptions } from "@/testing/running-instance";
import type { Reach } from "@/lib/panel-settings";
import { clientProbesOf } from "./index";

const never = new AbortController().signal;
const none: Reach = {
  instanceApiUrl: undefined,
  instanceOperatorToken: undefined,
  probeChannel: undefined,
  probeMail: undefined,
  checkAllow: [],
};

/**
 * Starts an instance that is as strict as the public server. Returns settings with its addresses, and the environment
 * of a panel that is connected to it.
 */
async function running(options: Partial<RunningInstanceOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const configPath = join(folder, "config.json");
  const instance = await RunningInstance.start({ configPath, ...options });
  onTestFinished(() => instance.stop());
  const { origin, port, apiUrl } = instance;
  const values = {
    "general.serverName": origin,
    "api.endpointPublic": origin,
    "cdn.endpointPublic": origin,
    "gateway.endpointPublic": `ws://127.0.0.1:${port}`,
  };
  const env = { ...none, instanceApiUrl: apiUrl, instanceOperatorToken: operatorToken };
  return { instance, configPath, values, env };
}

const tried = async (values: Record<string, unknown>, env: Reach) =>
  Promise.all(
    clientProbesOf(savedWith(values, "branded"), env).map(async ({ name, run }) => ({
      name,
      ...(await run(never)),
    })),
  );

test("all probes of a working instance with signed attachments succeed, and no result contains a secret", async () => {
  const { instance, configPath, values, env } = await running();
  const file = JSON.parse(readFileSync(configPath, "utf8")) as { security: Record<string, unknown> };
  Object.assign(file.security, { cdnSignUrls: true });
  writeFileSync(configPath, JSON.stringify(file));
  await instance.restart();
  await instance.said("listening");
  const mails: string[] = [];
  const mailPort = await listening(
    createTcp((socket) => {
      socket.write("220 mail ESMTP\r\n");
      socket.on("error", () => undefined);
      let mail: string | null = null;
      socket.on("data", (data) => {
        if (mail === null && data.toString().startsWith("DATA")) {
          mail = "";
          return socket.write("354 go on\r\n");
        }
        if (mail !== null) mail += data.toString();
        if (mail !== null && !mail.endsWith("\r\n.\r\n")) return false;
        if (mail !== null) mails.push(mail);
        mail = null;
        return socket.write("250 fine\r\n");
      });
    }),
  );
  const smtp = {
    "email.provider": "smtp",
    "email.smtp.host": "127.0.0.1",
    "email.smtp.port": mailPort,
    "email.senderAddress": "panel@chat.example.org",
  };
  const optional = { probeChannel: "1573654573283835940", probeMail: "keeper@example.org" };
  const results = await tried({ ...values, ...smtp }, { ...env, ...optional });
  expect(results.map(({ name, ok }) => [name, ok])).toEqual([
    ["discovery", true],
    ["announced-gateway", true],
    ["signed-in", true],
    ["upload", true],
    ["mail", true],
  ]);
  expect(results.every(({ ms, message }) => ms >= 0 && message !== "")).toBe(true);
  expect(mails.join("")).toContain("To: keeper@example.org");
  expect(JSON.stringify(results)).not.toContain(operatorToken);
});

test("leaves out probes that lack an address or a token, and probes that are turned off", async () => {
  const { values, env } = await running();
  const names = (settings: Record<string, unknown>, own: Reach) =>
    clientProbesOf(savedWith(settings, "branded"), own).map(({ name }) => name);
  expect(names(values, env)).toEqual(["discovery", "announced-gateway", "signed-in"]);
  expect(names(values, { ...none, instanceApiUrl: env.instanceApiUrl })).toEqual([
    "discovery",
    "announced-gateway",
  ]);
  expect(names({}, none)).toEqual([]);
});

test("the probes explain a wrong API address, a failing gateway, a revoked token and a missing CDN", async () => {
  const { values, env } = await running({ behavior: "no gateway, no cdn" });
  const wrong = { ...values, "api.endpointPublic": "http://127.0.0.1:9" };
  const own = { ...env, probeChannel: "1" };
  const [discovery, gateway, , upload] = await tried(wrong, own);
  expect(discovery).toMatchObject({ ok: false, message: expect.stringContaining("a different address") });
  expect(gateway).toMatchObject({ ok: false, message: expect.stringContaining("code 4000") });
  expect(upload).toMatchObject({
    ok: false,
    message: expect.stringContaining("answers with status 500 instead of the file"),
  });
  const revoked = await tried(values, { ...env, instanceOperatorToken: "revoked" });
  expect(revoked.at(-1)).toMatchObject({
    name: "signed-in",
    ok: false,
    message: expect.stringContaining("status 400 at /api/v9/users/@me. INSTANCE_OPERATOR_TOKEN may have"),
  });
});

test.each([
  [
    { code: 50_035, message: "Invalid Form Body" },
    "stores files at http://127.0.0.1:9/nope: check the path of the CDN's",
  ],
  [{ code: 40_001, message: "Unauthorized" }, "INSTANCE_OPERATOR_TOKEN may have expired"],
])("a refused upload blames the CDN's path, unless the token is refused: %o", async (refusal, message) => {
  const { values, env } = await running();
  const server = createServer((request, response) => {
    const isUpload = request.method === "POST";
    response.writeHead(isUpload ? 400 : 200).end(JSON.stringify(isUpload ? refusal : { id: "1" }));
  });
  const port = await listening(server);
  const own = { ...env, probeChannel: "1", instanceApiUrl: `http://127.0.0.1:${port}/api` };
  const results = await tried({ ...values, "cdn.endpointPrivate": "http://127.0.0.1:9/nope" }, own);
  const upload = results.find(({ name }) => name === "upload");
  expect(upload).toMatchObject({ ok: false, message: expect.stringContaining(message) as unknown });
});
