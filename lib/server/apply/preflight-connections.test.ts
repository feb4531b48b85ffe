import { existsSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { editionOf } from "@/lib/shared/settings/editions";
import { Version } from "@/lib/server/config-file";
import { closedPort, listening } from "@/testing/check-setting";
import { checkConnections } from "./preflight-connections";

type Document = Record<string, Record<string, unknown>>;

/** Returns the findings of the checks, one line each. By default, every setting counts as changed. */
async function found(
  document: Document,
  isChanged = (_: string) => true,
  instanceApiUrl?: string,
  signal = new AbortController().signal,
) {
  const version = Version.parse(Buffer.from(JSON.stringify(document)), "branded");
  if (!version.usable) throw new Error("The test's document is no file.");
  const parts = await checkConnections({
    settings: version.settings,
    isChanged,
    env: { instanceApiUrl, checkAllow: [] },
    signal,
  });
  return parts.flatMap(({ name, findings }) =>
    findings.map(
      ({ level, path, target, message }) => `${name} ${target ?? "-"} ${path} ${level}: ${message}`,
    ),
  );
}

const elsewhere = "https://chat.example.org/api";
const nobody = "No service is listening on this port. Check the port, and that the service is running.";

it("reports the last step of an address that responds, and looks for a name without a protocol by HTTPS", async () => {
  const port = await listening(createHttpServer((_, response) => response.end("{}")));
  const noTls = "The service does not use TLS on this port. Check the port, or connect without TLS.";
  expect(
    await found({
      api: { endpointPublic: `http://127.0.0.1:${port}` },
      general: { serverName: `localhost:${port}` },
    }),
  ).toEqual([
    "api Public address api.endpointPublic green: A server answers at /api/v9/ping, with status 200.",
    ...editionOf("branded").discovery.map((path) => `discovery ${path} general.serverName red: ${noTls}`),
  ]);
});

it("does not ask an address of the instance's own machine, if the panel runs elsewhere", async () => {
  let asked = 0;
  const port = await listening(
    createServer((socket) => {
      asked += 1;
      socket.destroy();
    }),
  );
  const [endpointPublic, endpointPrivate] = [`http://127.0.0.1:${port}`, "http://no-such-host.invalid"];
  const lines = await found({ cdn: { endpointPublic, endpointPrivate } }, undefined, elsewhere);
  expect(lines).toEqual([
    "cdn Public address cdn.endpointPublic amber: Not checked: 127.0.0.1 is the instance's own machine, and the panel runs on a different machine.",
    expect.stringMatching(/^cdn Internal address cdn.endpointPrivate red: /),
  ]);
  const broker = await found({ rabbitmq: { host: `amqp://127.0.0.1:${port}` } }, undefined, elsewhere);
  expect(broker).toEqual([expect.stringMatching(/^broker - broker\.host amber: Not checked: /)]);
  expect(asked).toBe(0);
});

it("a mail provider has no host of its own, whatever host an SMTP server would have", async () => {
  const email = { provider: "sendgrid", smtp: { host: "localhost" } };
  expect(await found({ email }, undefined, elsewhere)).toEqual([
    "mail - email.provider red: Not set: SendGrid API key. The instance cannot send email without it.",
  ]);
});

/** Whether this machine can connect to an IPv4 address that is written as an IPv6 address. */
const hasIpv6 = existsSync("/proc/net/if_inet6");

it.runIf(hasIpv6).each([
  ["amqp://[::ffff:127.0.0.1]:", "amber", "an address of a private network that refuses the connection"],
  ["amqps://[::ffff:127.0.0.1]:", "red", "an address of a private network that does not use TLS"],
])("judges what an instance elsewhere might reach: %s is %s", async (start, level) => {
  const isOpen = start.startsWith("amqps");
  const port = isOpen
    ? await listening(createServer((socket) => void socket.end("hello")))
    : await closedPort(createServer());
  const [line] = await found({ rabbitmq: { host: start + port } }, undefined, elsewhere);
  expect(line).toMatch(new RegExp(`^broker - broker.host ${level}: `));
});

it("an instance elsewhere reaches a public address no better than the panel", async () => {
  // Nothing is sent, because the check is over before it begins.
  const ended = AbortSignal.abort();
  const [line] = await found({ rabbitmq: { host: "amqp://8.8.8.8" } }, undefined, elsewhere, ended);
  expect(line).toMatch(/^broker - broker\.host red: Canceled\. /);
});

it("does not compare the server's name with a new address of the API", async () => {
  const port = await listening(
    createHttpServer((_, response) => response.end(JSON.stringify({ api: "http://old.example" }))),
  );
  const document = {
    api: { endpointPublic: `http://127.0.0.1:${port}` },
    general: { serverName: `http://127.0.0.1:${port}` },
  };
  const discovery = async (isChanged: (path: string) => boolean) =>
    (await found(document, isChanged)).filter((line) => line.startsWith("discovery"));
  const paths = editionOf("branded").discovery;
  expect(await discovery((path) => path === "api.endpointPublic")).toEqual(
    paths.map((path) => `discovery ${path} general.serverName green: The document was found at ${path}.`),
  );
  const others = await discovery(() => false);
  expect(others).toHaveLength(paths.length);
  for (const line of others)
    expect(line).toMatch(/ amber: The document contains a different address than the API/);
});

it("names the variable that can replace a refused password, and no other", async () => {
  const port = await listening(
    createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 mail.example.org ESMTP\r\n");
      socket.on("data", (data) => {
        const isHello = /^EHLO/i.test(data.toString());
        socket.write(isHello ? "250-mail.example.org\r\n250 AUTH PLAIN\r\n" : "535 5.7.8 No\r\n");
      });
    }),
  );
  const closed = await closedPort(createServer());
  const mail = async (at: number) => {
    const smtp = { host: "localhost", port: at, secure: false, username: "panel", password: "wrong" };
    return found({ email: { provider: "smtp", senderAddress: "a@example.org", smtp } });
  };
  const { environment } = editionOf("branded").registry.fieldAt("email.smtp.password")!;
  const [refused] = await mail(port);
  expect(refused).toMatch(/^mail - email\.provider red: The mail server rejects this username and password/);
  expect(refused!.endsWith(` ${environment}`)).toBe(true);
  expect(await mail(closed)).toEqual([`mail - email.provider red: ${nobody}`]);
});

it.each([
  ["amqp://broker.lan.example.invalid", undefined, "red"],
  ["amqp://broker.home.arpa", undefined, "amber"],
  ["amqp://localhost:", undefined, "red"],
])("judges a changed broker address that does not respond: %s", async (address, apiUrl, level) => {
  const host = address.endsWith(":") ? address + (await closedPort(createServer())) : address;
  const { environment } = editionOf("branded").registry.fieldAt("broker.host")!;
  const [line, ...others] = await found({ rabbitmq: { host } }, undefined, apiUrl);
  expect(others).toEqual([]);
  expect(line).toMatch(new RegExp(`^broker - broker.host ${level}: `));
  if (address.endsWith(":")) expect(line).toBe(`broker - broker.host red: ${nobody} ${environment}`);
});
