import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "@/lib/server/db";
import { offersLogin } from "./login";
import { instanceState, noteAnswer } from "./state";

const hour = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), "instance-state-"));

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  await migrate(db());
});
afterAll(async () => {
  await db().destroy();
  rmSync(folder, { recursive: true });
});

test("the cached state expires even if the clock is set back", async () => {
  let status = 200;
  const server = createServer((_, response) => response.writeHead(status).end("{}")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  try {
    expect(await instanceState(url)).toMatchObject({ answers: true });
    expect(await offersLogin(url)).toBe(true);
    status = 404;
    expect(await offersLogin(url)).toBe(true);
    status = 503;
    const [date, moment] = [Date.now(), performance.now()];
    vi.spyOn(Date, "now").mockReturnValue(date - hour);
    vi.spyOn(performance, "now").mockReturnValue(moment + hour);
    expect(await instanceState(url)).toMatchObject({ answers: false });
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
  noteAnswer(true);
  expect(await instanceState(url)).toMatchObject({ answers: true });
  noteAnswer(true);
  await instanceState(url);
  expect(asked).toBe(1);
  server.closeAllConnections();
  server.close();
  noteAnswer(false);
  expect(await instanceState(url)).toMatchObject({ answers: false });
});
