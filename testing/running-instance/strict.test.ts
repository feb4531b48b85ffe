import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { operatorToken, RunningInstance, type RunningInstanceOptions, userToken } from "./index";

/* Checks that the test program refuses the same requests and loses the same values as the public server. */

type Json = Record<string, unknown>;

const newFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "strict-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "config.json");
};

/** Starts the test program with these values in its file, by section. */
async function running(values: Record<string, Json> = {}, options: Partial<RunningInstanceOptions> = {}) {
  const configPath = newFile();
  const instance = await RunningInstance.start({ configPath, ...options });
  onTestFinished(() => instance.stop());
  const read = () => JSON.parse(readFileSync(configPath, "utf8")) as Record<string, Json>;
  const write = (next: Record<string, Json>): void => {
    const file = read();
    for (const [section, own] of Object.entries(next)) file[section] = { ...file[section], ...own };
    writeFileSync(configPath, JSON.stringify(file));
  };
  const restart = async (): Promise<void> => {
    await instance.restart();
    await instance.said("listening");
  };
  if (Object.keys(values).length > 0) {
    write(values);
    await restart();
  }
  const ask = async (route: string, token?: string) => {
    const [method = "GET", path = ""] = route.split(" ");
    const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
    const answer = await fetch(`${instance.apiUrl}/v9${path}`, { method, headers });
    return [answer.status, await answer.json()] as [number, Json];
  };
  return { instance, configPath, read, write, restart, ask };
}

/** Returns the gateway's first message, or the code with which the gateway closes the connection. */
async function greeting(port: number, headers: Record<string, string>): Promise<number | string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?v=9&encoding=json`, { headers });
  onTestFinished(() => socket.terminate());
  return Promise.race([
    once(socket, "message").then(([data]) => String(data)),
    once(socket, "close").then(([code]) => code as number),
  ]);
}

describe("the gateway", () => {
  it("closes a connection with 4002 if a required header is missing", async () => {
    const { instance, write, restart } = await running();
    const named = { "user-agent": "a client" };
    expect(await greeting(instance.port, {})).toBe(4002);
    expect(await greeting(instance.port, named)).toContain('"op":10');
    write({ security: { forwardedFor: "X-Real-Address", cdnSignatureIncludeUserAgent: false } });
    await restart();
    expect(await greeting(instance.port, named)).toBe(4002);
    expect(await greeting(instance.port, { "x-real-address": "127.0.0.1" })).toContain('"op":10');
  });

  it("can be a separate process without the API", async () => {
    const { instance, ask } = await running({}, { parts: ["gateway"] });
    expect(await greeting(instance.port, { "user-agent": "a client" })).toContain('"op":10');
    expect((await ask("GET /ping"))[0]).toBe(426);
  });
});

describe("the API", () => {
  it("responds with 400 to an invalid token and with 401 to a missing token", async () => {
    const { ask } = await running();
    expect(await ask("GET /policies/stats", "revoked")).toMatchObject([400, { code: 40001 }]);
    expect((await ask("GET /policies/stats"))[0]).toBe(401);
    expect((await ask("GET /users/@me"))[0]).toBe(401);
  });

  it("returns its full configuration only to operators, and restricts counts if configured", async () => {
    const { ask, write, restart } = await running();
    expect((await ask("GET /policies/stats", userToken))[1]).toHaveProperty("counts");
    write({ security: { statsWorldReadable: false } });
    await restart();
    expect((await ask("GET /policies/stats", userToken))[0]).toBe(403);
    expect((await ask("GET /policies/stats", operatorToken))[0]).toBe(200);
    const [, open] = await ask("GET /policies/instance/config");
    expect([Object.keys(open).length, "security" in open]).toEqual([18, false]);
    expect((await ask("GET /policies/instance/config", operatorToken))[1]).toHaveProperty("security");
  });

  it("creates registration tokens, and returns links if the request asks for links", async () => {
    const { ask } = await running({ general: { frontPage: "https://chat.example.org" } });
    const route = "GET /auth/generate-registration-tokens?count=2&length=6";
    expect((await ask(route, userToken))[0]).toBe(403);
    expect(await ask(route, operatorToken)).toEqual([200, { tokens: ["abcdef", "bcdefg"] }]);
    const [, links] = await ask(`${route}&include_url`, operatorToken);
    expect(links).toHaveProperty("tokens.0", "https://chat.example.org/register?token=abcdef");
  });

  it("enforces rate limits only if they were on when the process started", async () => {
    const rate = { enabled: true, ip: { count: 8, window: 60 }, global: { count: 250, window: 5 } };
    const { ask, restart, read, write } = await running();
    write({ limits: { ...read().limits, rate: { ...(read().limits?.rate as Json), ...rate } } });
    const answered = async () => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => ask("GET /ping")));
      return answers.filter(([status]) => status === 200).length;
    };
    expect(await answered()).toBe(60);
    await restart();
    expect(await answered()).toBe(8);
  });
});

describe("the file", () => {
  it.each(["cdn", "gateway"])(
    "makes the process exit with status 1 if it lacks the address of the %s",
    async (section) => {
      const { instance, write } = await running();
      write({ [section]: { endpointPublic: null, endpointPrivate: null } });
      await instance.restart();
      await expect(instance.said("listening")).rejects.toThrow(`No ${section} address is configured`);
      expect(instance.isRunning).toBe(false);
    },
  );

  it("is rewritten with extended lists, unless CONFIG_READONLY is set", async () => {
    const activeVersions = ["9", "10"];
    const { read } = await running({ api: { activeVersions } });
    expect(read().api?.activeVersions).toEqual(["9", "10", "8", "9"]);
    const kept = await running({ api: { activeVersions } }, { env: { CONFIG_READONLY: "1" } });
    expect(kept.read().api?.activeVersions).toEqual(["9", "10"]);
  });

  it("is rewritten with values from the environment", async () => {
    const secret = newFile();
    writeFileSync(secret, "from a file of the environment\n");
    const { read } = await running(
      { email: { smtp: { password: "from the configuration" } } },
      { env: { SMTP_PASSWORD_PATH: secret } },
    );
    expect(read().email).toHaveProperty("smtp.password", "from a file of the environment");
  });

  it("is rewritten from memory when a guild is created, which undoes other programs' changes", async () => {
    const { ask, read, write } = await running();
    const { instanceName } = read().general ?? {};
    write({ general: { instanceName: "Harbor" } });
    expect((await ask("POST /guilds", operatorToken))[0]).toBe(201);
    expect(read().general?.instanceName).toBe(instanceName);
  });
});

it("well-known documents contain the API's address, and an upload's URL works only for the uploader", async () => {
  const { instance } = await running({ security: { cdnSignUrls: true } });
  const document = await (await fetch(`${instance.origin}/.well-known/spacebar/client`)).text();
  expect(document).toContain(`"baseUrl":"${instance.origin}/api/"`);
  const body = new FormData();
  body.set("files[0]", new Blob(["a lamp"]), "lamp.txt");
  const headers = { authorization: operatorToken, "user-agent": "a client" };
  const answer = await fetch(`${instance.apiUrl}/v9/channels/1/messages`, { method: "POST", headers, body });
  const { attachments } = (await answer.json()) as { attachments: { url: string }[] };
  const [{ url } = { url: "" }] = attachments;
  const get = async (name: string) => (await fetch(url, { headers: { "user-agent": name } })).status;
  expect([await get("a client"), await get("another client")]).toEqual([200, 404]);
});
