import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { closedPort } from "@/testing/check-setting";
import { localServer } from "@/testing/local-server";
import { UpstreamClient } from "./client";
import { createLoginOffer } from "./connect";
import { createInstanceHealth } from "./state";

const hour = 3_600_000;

const clientOf = async (url: string) => new UpstreamClient({ url, version: "9", timeout: 15_000 });

const create = (timeout = 15_000) => createInstanceHealth({ version: async () => "9", timeout });
let health = create();
let offersLogin = createLoginOffer(clientOf);

/** Clears what is cached about an instance, like a restart of the panel. */
function restart(timeout?: number): void {
  health = create(timeout);
  offersLogin = createLoginOffer(clientOf);
}

beforeEach(() => restart());

test("the cached state expires even if the clock is set back", async () => {
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status).end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  try {
    expect(await health.state(url)).toMatchObject({ answers: true });
    expect(await offersLogin(url)).toBe(true);
    status = 404;
    expect(await offersLogin(url)).toBe(true);
    status = 503;
    const [date, moment] = [Date.now(), performance.now()];
    vi.spyOn(Date, "now").mockReturnValue(date - hour);
    vi.spyOn(performance, "now").mockReturnValue(moment + hour);
    expect(await health.state(url)).toMatchObject({ answers: false });
    status = 404;
    expect(await offersLogin(url)).toBe(false);
  } finally {
    vi.restoreAllMocks();
    server.closeAllConnections();
    server.close();
  }
});

test("the state is checked again at once if another request contradicts the cached state", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(200).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  health.note(true);
  expect(await health.state(url)).toMatchObject({ answers: true });
  health.note(true);
  await health.state(url);
  expect(asked).toBe(1);
  server.closeAllConnections();
  server.close();
  health.note(false);
  expect(await health.state(url)).toMatchObject({ answers: false });
});

test("what is known about one instance is not reported for another", async () => {
  const answering = (status: number) => localServer((_, response) => response.writeHead(status).end("{}"));
  const [up, down] = [await answering(404), await answering(500)];
  const states = await Promise.all([health.state(up), health.state(down)]);
  expect(states).toMatchObject([
    { url: up, answers: true },
    { url: down, answers: false },
  ]);
  expect(await health.state(up)).toMatchObject({ url: up, answers: true });
  expect(health.known(down)).toBeNull();
  expect([await offersLogin(up), await offersLogin(down)]).toEqual([false, true]);
});

test.each([
  [200, undefined],
  [400, undefined],
  [404, undefined],
  [499, undefined],
  [500, "It answers with status 500. Check the instance's log."],
  [300, "It redirects to another address. Set INSTANCE_API_URL to that address."],
  [308, "It redirects to another address. Set INSTANCE_API_URL to that address."],
])("an answer with status %i is explained in the instance's state: %s", async (status, reason) => {
  restart();
  const asked: (string | undefined)[] = [];
  const url = await localServer(({ url: path, headers }, response) => {
    asked.push(path, headers["user-agent"]);
    response.writeHead(status, { location: "/elsewhere" }).end("{}");
  });
  const state = await health.state(url);
  expect([state.url, state.answers, state.reason]).toEqual([url, reason === undefined, reason]);
  expect(Math.abs(Date.parse(state.checkedAt) - Date.now())).toBeLessThan(hour);
  expect(asked).toEqual(["/v9/gateway", "instance-admin"]);
});

test("the state explains why no answer arrived", async () => {
  const reasonAt = async (url: string) => {
    restart();
    return (await health.state(url)).reason;
  };
  const port = await closedPort(createServer());
  expect(await reasonAt(`http://127.0.0.1:${port}`)).toBe(
    "No server is listening at this address. Check that the instance is running.",
  );
  const cut = await localServer(({ socket }) => socket.destroy());
  expect(await reasonAt(cut)).toMatch(
    /^The connection failed \([A-Z_]+\)\. Check the address and its certificate\.$/,
  );
  const silent = await localServer(() => undefined);
  restart(20);
  expect((await health.state(silent)).reason).toBe(
    "The instance did not respond in time. Check that it is running and not overloaded.",
  );
});

test("callers that cannot wait get the last known state, and concurrent checks share one request", async () => {
  restart();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let [asked, status] = [0, 200];
  const url = await localServer((_, response) => {
    asked += 1;
    response.writeHead(status).end();
  });
  expect(health.known(url)).toBeNull();
  await vi.waitFor(() => expect(health.known(url)).not.toBeNull(), 10_000);
  expect(asked).toBe(1);
  restart();
  asked = 0;
  const [first, second] = await Promise.all([health.state(url), health.state(url)]);
  expect(first).toBe(second);
  expect(health.known(url)).toBe(first);
  expect(asked).toBe(1);

  status = 500;
  vi.advanceTimersByTime(2_999);
  expect(await health.state(url)).toBe(first);
  vi.advanceTimersByTime(1);
  expect(health.known(url)).toBe(first);
  expect(await health.state(url)).toMatchObject({ answers: false });
  expect(health.known(url)).toMatchObject({ answers: false });
  expect(asked).toBe(2);
});

test.each([
  [200, true],
  [400, true],
  [422, true],
  [401, false],
  [403, false],
  [404, false],
])("the check for sign-in support is cached for ten minutes: %i → %j", async (status, offers) => {
  restart();
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  let answer = status;
  const url = await localServer((_, response) => response.writeHead(answer).end("{}"));
  expect(await offersLogin(url)).toBe(offers);
  answer = offers ? 404 : 400;
  vi.advanceTimersByTime(599_999);
  expect(await offersLogin(url)).toBe(offers);
  vi.advanceTimersByTime(1);
  expect(await offersLogin(url)).toBe(!offers);
});

test.each([
  [20, 20],
  [15_000, 5_000],
])("the state waits at most five seconds, or the timeout of requests: %i → %i", async (timeout, waits) => {
  restart(timeout);
  const url = await localServer((_, response) => response.end());
  const limit = vi.spyOn(AbortSignal, "timeout");
  onTestFinished(() => limit.mockRestore());
  await health.state(url);
  expect(limit.mock.calls).toEqual([[waits]]);
});

test("the sign-in is checked with an empty form, and counts as offered after an answer that is not JSON", async () => {
  restart();
  const bodies: string[] = [];
  let isPage = true;
  const url = await localServer((request, response) => {
    request.on("data", (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on("end", () => response.writeHead(isPage ? 200 : 404).end(isPage ? "<html>" : "{}"));
  });
  expect(await offersLogin(url)).toBe(true);
  isPage = false;
  expect(await offersLogin(url)).toBe(false);
  expect(bodies).toEqual(["{}", "{}"]);
});

test.each([429, 500, 503, 0])(
  "the sign-in stays offered and is checked again after status %i, unless the instance has said that it has none",
  async (status) => {
    restart();
    let answer = status;
    const url = await localServer(({ socket }, response) => {
      if (answer === 0) socket.destroy();
      else response.writeHead(answer).end("{}");
    });
    expect(await offersLogin(url)).toBe(true);
    answer = 404;
    expect(await offersLogin(url)).toBe(false);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + hour);
    answer = status;
    expect(await offersLogin(url)).toBe(false);
    answer = 400;
    expect(await offersLogin(url)).toBe(true);
    vi.restoreAllMocks();
  },
);
