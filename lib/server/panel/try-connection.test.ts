import { mkdtempSync, rmSync } from "node:fs";
import { theRooms } from "@/testing/rooms";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { localServer } from "@/testing/local-server";

const folder = mkdtempSync(join(tmpdir(), "trial-"));
beforeAll(() => void vi.stubEnv("DATA_DIR", folder).stubEnv("CONFIG_PATH", join(folder, "config.json")));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a server that answers every request with the same JSON, and collects the tokens that it receives. */
async function answering(answer: (url: string) => unknown) {
  const tokens: (string | undefined)[] = [];
  const url = await localServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer(request.url ?? "")));
  });
  return { url, tokens };
}

test("an endless answer is read only up to the size limit", async () => {
  const MiB = 1024 * 1024;
  const sent: number[] = [];
  const origin = await localServer((_, response) => {
    const nth = sent.push(0) - 1;
    const more = (): void => {
      if (response.destroyed) return;
      sent[nth] = (sent[nth] ?? 0) + MiB;
      response.write(Buffer.alloc(MiB, " "), (error) => error ?? more());
    };
    more();
  });
  const trial = await theRooms().panel.tryConnection(`${origin}/api`, () => undefined);
  expect(trial.url).toBeNull();
  expect(sent.length).toBeGreaterThan(0);
  // Both ends buffer a part of the answer, so the server has sent more than the panel has read.
  expect(Math.max(...sent)).toBeLessThan(32 * MiB);
}, 60_000);

test("a stored token is not sent to another address that the instance's domain publishes", async () => {
  const other = await answering(() => ({ username: "mara" }));
  const domain = await answering(() => ({ api: { baseUrl: other.url } }));
  const stored = await theRooms().panel.tryConnection(domain.url, (url) =>
    url === domain.url ? "stored-0506" : undefined,
  );
  expect(stored.url).toBe(`${other.url}/api`);
  expect([...other.tokens, ...domain.tokens].filter((token) => token !== undefined)).toEqual([]);
  // A token that the operator has just entered is sent to the published address.
  await theRooms().panel.tryConnection(domain.url, () => "typed-0507");
  expect(other.tokens).toContain("typed-0507");
});

test("one deadline of ten seconds applies to all requests of a trial", async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    ms === 10_000 ? deadline.signal : new AbortController().signal,
  );
  const asked: string[] = [];
  const origin = await localServer((request) => {
    asked.push(request.url ?? "");
    deadline.abort();
  });
  const trial = await theRooms().panel.tryConnection(origin, () => undefined);
  vi.restoreAllMocks();
  expect([trial.url, asked.length]).toEqual([null, 1]);
});
