import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { drafts, closedPort, listening, outline, tried } from "@/testing/check-setting";

describe("the broker check", () => {
  it("fails if the port is closed, the host is unknown or the service is not a broker", async () => {
    const port = await closedPort(createServer());
    const closed = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` });
    expect(outline(closed.steps)).toEqual(["Name ok", "Connection failed"]);
    const nowhere = await tried("broker", { "broker.host": "amqp://user:secret@no-such-host.invalid" });
    expect(outline(nowhere.steps)).toEqual(["Name failed"]);
    expect(JSON.stringify(nowhere)).not.toContain("secret");

    const web = await listening(
      createServer((socket) => void socket.on("error", ignore).end("HTTP/1.1 400 hidden words\r\n\r\n")),
    );
    const other = await tried("broker", { "broker.host": `amqp://127.0.0.1:${web}` });
    expect(outline(other.steps)).toEqual(["Name ok", "Connection ok", "Sign-in failed"]);
    expect(JSON.stringify(other)).not.toContain("hidden words");
  });

  it("fails at its time limit if the server sends nothing", async () => {
    const port = await listening(createServer((socket) => void socket.resume()));
    const result = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` }, { limitMs: 200 });
    expect(result.steps.at(-1)).toMatchObject({ name: "Sign-in", ok: false });
    expect(result.steps.at(-1)?.message).toMatch(/^No response/);
  });

  it("finishes even if the server stops reading after sign-in", async () => {
    const port = await listening(silentBroker());
    const result = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Sign-in ok"]);
  });

  it("does not connect to a private address that is missing from the saved file", async () => {
    const operations = drafts({ "broker.host": "amqp://127.0.0.1:5672" });
    expect(outline((await tried("broker", {}, { operations })).steps)).toEqual(["Name failed"]);
  });
});

/**
 * Ignores socket errors in a test server. They occur because the check closes its first connection before it reads a
 * response.
 */
const ignore = (): void => undefined;

/** Completes the AMQP 0-9-1 handshake and then sends nothing, like a broker that has run out of memory. */
function silentBroker() {
  const method = (...body: number[]) => Buffer.from([1, 0, 0, 0, 0, 0, body.length, ...body, 0xce]);
  const text = (words: string) => [0, 0, 0, words.length, ...Buffer.from(words)];
  const answers = [
    method(0, 10, 0, 10, 0, 9, 0, 0, 0, 0, ...text("PLAIN"), ...text("en_US")),
    method(0, 10, 0, 30, 0, 0, 0, 2, 0, 0, 0, 0),
    method(0, 10, 0, 41, 0),
  ];
  return createServer((socket) =>
    socket.on("error", ignore).on("data", () => {
      const answer = answers.shift();
      if (answer) socket.write(answer);
    }),
  );
}
