import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { editionOf } from "@/lib/shared/settings/editions";
import { Version } from "@/lib/server/config-file";
import { closedPort, listening } from "@/testing/check-setting";
import { checkVersion } from "./preflight";

type Document = Record<string, Record<string, unknown>>;

function reading(document: Document): Version {
  const parsed = Version.parse(Buffer.from(JSON.stringify(document)), "branded");
  if (!parsed.usable) throw new Error("The test's document is no file.");
  return parsed;
}

/** Returns the findings of a preflight, one line each, such as "broker red: message". */
async function found(version: Document, known: Document | null, instanceApiUrl?: string) {
  const parts = await checkVersion({
    version: reading(version),
    known: known && reading(known),
    env: { instanceApiUrl, checkAllow: [] },
    signal: new AbortController().signal,
  });
  return parts.flatMap(({ name, findings }) =>
    findings.map(({ level, message, target }) => `${name}${target ? ` ${target}` : ""} ${level}: ${message}`),
  );
}

/** Returns settings in which every address has the same local port. */
const addresses = (port: number): Document => ({
  api: { endpointPublic: `http://127.0.0.1:${port}` },
  gateway: { endpointPublic: `http://127.0.0.1:${port}` },
  cdn: { endpointPublic: `http://127.0.0.1:${port}`, endpointPrivate: `http://127.0.0.1:${port}` },
  general: { serverName: `http://127.0.0.1:${port}` },
});

/** Starts a server that answers every path with a discovery document. */
const instance = () =>
  listening(
    createHttpServer((request, response) =>
      response.end(JSON.stringify({ api: `http://${request.headers.host ?? ""}` })),
    ),
  );

describe("preflight", () => {
  it("is green if every address responds and the changes cause no problem", async () => {
    const good = addresses(await instance());
    good.gateway = { endpointPublic: "ws://example.invalid" };
    const known = structuredClone(good);
    const lines = await found({ ...good, limits: { user: { maxGuilds: 50 } } }, known);
    // The gateway's address does not respond. It was not changed, so this is only a warning.
    expect(lines.filter((line) => !line.includes(" green: "))).toEqual([
      expect.stringMatching(/^gateway Public address amber: .* does not cause this failure\.$/),
    ]);
    expect(lines).toContain(
      "start green: The file contains no problem that prevents the instance from starting.",
    );
    expect(lines.some((line) => line.startsWith("broker") || line.startsWith("mail"))).toBe(false);
  });

  it("is red if a setting that startup needs is missing or has a wrong type", async () => {
    const lines = await found({ limits: "abc" as never, cdn: { endpointPublic: "http://a.invalid" } }, {});
    const starts = lines.filter((line) => line.startsWith("start"));
    expect(starts).toEqual([
      expect.stringMatching(/^start red: API public address is not set, and the instance exits without it\./),
      expect.stringMatching(/^start red: Gateway public address is not set/),
      expect.stringMatching(/^start red: CDN internal address is not set/),
      expect.stringMatching(/^start red: limits is text, but an object with settings is expected/),
    ]);
    expect(lines.filter((line) => /^settings .*(API|CDN|Gateway) \w+ address is not set/.test(line))).toEqual(
      [],
    );
  });

  it("lists a missing setting that startup needs once, and the broken rules of such settings", async () => {
    const version = { gateway: { endpointPublic: "http://127.0.0.1:1" } };
    const lines = await found(version, null);
    expect(
      lines.flatMap((line) => /^(?:start|settings) \w+: .*?(?: is not set|\.)/.exec(line) ?? []),
    ).toEqual([
      "start red: API public address is not set",
      "start red: CDN public address is not set",
      "start red: CDN internal address is not set",
      "settings red: Gateway public address does not start with wss:// or ws://.",
      "settings red: Server name is not set",
      "settings amber: New users should join the auto-join guilds, but none is listed.",
    ]);
  });

  it("does not list warnings as problems of the start", async () => {
    const starts = async (document: Document) =>
      (await found(document, null)).filter((line) => line.startsWith("start"));
    expect(await starts({ rabbitmq: {}, errorTracking: {} })).toEqual(await starts({}));
  });

  it("is red if the changes cause errors, and amber if a change has no effect", async () => {
    const known = { limits: { rate: { enabled: false } } };
    const version = {
      limits: { rate: { enabled: false, ip: { count: 7 } } },
      security: { forwardedFor: "X-Forwarded-For", trustedProxies: "0.0.0.0/0" },
    };
    const lines = (await found(version, known)).filter((line) => line.startsWith("settings"));
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^settings amber: .* has no effect yet\. Rate limits are off: turn on rate limits\.$/,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^settings red: The trusted ranges cover more public addresses than a \/8/),
    );
    // Problems that the running version already has are not reported again.
    expect((await found(version, version)).filter((line) => line.startsWith("settings"))).toEqual([
      "settings green: The changes cause no new problems.",
    ]);
  });

  it("is red if a changed broker address does not respond", async () => {
    const port = await closedPort(createServer());
    const version = { rabbitmq: { host: `amqp://127.0.0.1:${port}` } };
    const isBroker = (line: string) => line.startsWith("broker");
    const { environment } = editionOf("branded").registry.fieldAt("broker.host") ?? {};
    expect((await found(version, {})).filter(isBroker)).toEqual([
      `broker red: No service is listening on this port. Check the port, and that the service is running. ${environment ?? ""}`,
    ]);
    // If the address is unchanged, the missing response is only a warning.
    expect((await found(version, version)).filter(isBroker)).toEqual([
      expect.stringMatching(/^broker amber: No service is listening on this port\./),
    ]);
  });

  it("is amber if the panel cannot reach an address but the instance might", async () => {
    const broker = async (host: string, url?: string) =>
      (await found({ rabbitmq: { host } }, {}, url)).filter((line) => line.startsWith("broker"));
    expect(await broker("amqp://no-such-container")).toEqual([
      expect.stringMatching(/^broker amber: .* The instance may still connect/),
    ]);
    expect(await broker("amqp://no-such-host.invalid")).toEqual([expect.stringMatching(/^broker red/)]);
    expect(await broker("amqp://localhost", "https://chat.example.org/api")).toEqual([
      "broker amber: Not checked: localhost is the instance's own machine, and the panel runs on a different machine.",
    ]);
  });

  it("is red if the mail server rejects the sign-in", async () => {
    const port = await listening(refusingMailServer());
    const smtp = { host: "127.0.0.1", port, secure: false, username: "panel", password: "wrong" };
    const version = { email: { provider: "smtp", senderAddress: "a@example.org", smtp } };
    const lines = (await found(version, {})).filter((line) => line.startsWith("mail"));
    expect(lines).toEqual([
      expect.stringMatching(
        /^mail red: The mail server rejects this username and password \(535 5\.7\.8\)\./,
      ),
    ]);
    expect(JSON.stringify(lines)).not.toContain("wrong");
  });

  it("reports which of several addresses does not respond", async () => {
    const good = await instance();
    const closed = await closedPort(createServer());
    const both = {
      endpointPublic: `http://127.0.0.1:${good}`,
      endpointPrivate: `http://127.0.0.1:${closed}`,
    };
    const version = {
      ...addresses(good),
      api: both,
      cdn: { ...both, imageProxyServerUrl: `http://127.0.0.1:${closed}` },
    };
    const lines = await found(version, null);
    const levels = lines.map((line) => line.slice(0, line.indexOf(":")));
    expect(levels).toEqual(
      expect.arrayContaining([
        "api Public address green",
        "api Internal address red",
        "cdn Public address green",
        "cdn Internal address red",
        "imageProxy red",
      ]),
    );
    expect(levels.filter((line) => line.startsWith("gateway"))).toHaveLength(1);
    // The running version is unknown, so every address counts as changed.
    expect(lines.some((line) => line.includes("does not cause this failure"))).toBe(false);
  });

  it("skips a loopback address if the instance runs on another machine", async () => {
    const cdn = (host: string) => ({ cdn: { endpointPrivate: `http://${host}:3001` } });
    const lines = async (version: Document, known: Document) =>
      (await found(version, known, "https://chat.example.org/api")).filter((line) => line.startsWith("cdn"));
    const words = "127.0.0.1 is the instance's own machine, and the panel runs on a different machine.";
    expect(await lines(cdn("127.0.0.1"), {})).toEqual([`cdn Internal address amber: Not checked: ${words}`]);
    expect(await lines(cdn("127.0.0.1"), cdn("127.0.0.1"))).toEqual([
      `cdn Internal address green: Not checked: ${words}`,
    ]);
  });

  it.each([
    ["amqp://broker.example.invalid", "red"],
    ["amqp://broker.internal", "amber"],
    ["amqp://broker.lan", "amber"],
    ["amqp://169.254.169.254", "amber"],
  ])("reports the changed broker address %s as %s", async (host, level) => {
    const lines = (await found({ rabbitmq: { host } }, {})).filter((line) => line.startsWith("broker"));
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^broker ${level}: `))]);
  });

  it("skips parts whose address is not set or cannot be parsed", async () => {
    const version = { gateway: { endpointPublic: "not an address" }, email: { provider: null } };
    const names = (await found(version, null)).map((line) => line.split(" ")[0]);
    expect(new Set(names)).toEqual(new Set(["start", "settings"]));
  });

  it("is amber if the instance has already started with a value of the wrong type", async () => {
    const version = { limits: "abc" as never };
    const wrong = async (known: Document | null) =>
      (await found(version, known)).filter((line) => line.includes("limits is text"));
    expect(await wrong(version)).toEqual([expect.stringMatching(/^start amber: /)]);
    expect(await wrong({})).toEqual([expect.stringMatching(/^start red: /)]);
    expect(await wrong(null)).toEqual([expect.stringMatching(/^start red: /)]);
  });

  it("does not warn about an unchanged setting that has no effect", async () => {
    const limits = (enabled: boolean) => ({ limits: { rate: { enabled, ip: { count: 7 } } } });
    const idle = async (known: Document | null, version: Document) =>
      (await found(version, known)).filter((line) => line.includes("has no effect yet"));
    expect(await idle(null, limits(false))).toEqual([]);
    expect(await idle(limits(false), limits(false))).toEqual([]);
    expect(await idle({}, limits(true))).toEqual([]);
    expect(await idle({}, limits(false))).toHaveLength(1);
  });

  it("is amber if the mail server's name might exist only in the instance's network", async () => {
    const mail = async (host: string) =>
      (await found({ email: { provider: "smtp", smtp: { host, port: 2525, secure: false } } }, {})).filter(
        (line) => line.startsWith("mail"),
      );
    expect(await mail("mail-container")).toEqual([
      expect.stringMatching(/^mail amber: .+ may still connect/),
    ]);
    expect(await mail("mail.example.invalid")).toEqual([expect.stringMatching(/^mail red: /)]);
  });

  it("reports which setting each finding is about", async () => {
    const parts = await checkVersion({
      version: reading({ limits: { user: { maxBio: "many" } }, rabbitmq: { host: "amqp://broker.lan" } }),
      known: reading({}),
      env: { instanceApiUrl: undefined, checkAllow: [] },
      signal: new AbortController().signal,
    });
    const paths = parts.flatMap(({ findings }) => findings.map(({ path }) => path));
    expect(paths).toEqual(
      expect.arrayContaining(["limits.user.maxBio", "cdn.endpointPrivate", "broker.host"]),
    );
  });
});

/** Starts a mail server that offers PLAIN and refuses every password. */
function refusingMailServer() {
  return createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail.example.org ESMTP\r\n");
    socket.on("data", (data) => {
      const isHello = /^EHLO/i.test(data.toString());
      socket.write(isHello ? "250-mail.example.org\r\n250 AUTH PLAIN\r\n" : "535 5.7.8 No\r\n");
    });
  });
}
