import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drafts, closedPort, listening, outline, tried } from "@/testing/check-setting";
import { hasRabbitmq, type Rabbitmq, startRabbitmq } from "@/testing/rabbitmq";

describe("the broker check, where there is no broker", () => {
  it("a closed port, a name that does not exist, another service", async () => {
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

  it("one that takes the connection and says nothing", async () => {
    const port = await listening(createServer((socket) => void socket.resume()));
    const result = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` }, { limitMs: 200 });
    expect(result.steps.at(-1)).toMatchObject({ name: "Sign-in", ok: false });
    expect(result.steps.at(-1)?.message).toMatch(/^No answer/);
  });

  it("one that signs in and then reads nothing more does not hold it up", async () => {
    const port = await listening(silentBroker());
    const result = await tried("broker", { "broker.host": `amqp://127.0.0.1:${port}` });
    expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Sign-in ok"]);
  });

  it("a private address that the file does not name", async () => {
    const operations = drafts({ "broker.host": "amqp://127.0.0.1:5672" });
    expect(outline((await tried("broker", {}, { operations })).steps)).toEqual(["Name failed"]);
  });
});

describe.skipIf(!hasRabbitmq("the broker check against a real RabbitMQ"))(
  "the broker check, against RabbitMQ",
  () => {
    let broker: Rabbitmq;
    beforeAll(async () => {
      broker = await startRabbitmq();
    }, 120_000);
    afterAll(() => broker.stop(), 60_000);

    const address = (user: string, vhost?: string) => broker.address(user, vhost);

    it("signs in, with a password that needs escaping", async () => {
      const result = await tried("broker", { "broker.host": address("keeper:sea%20salt%200451") });
      expect(outline(result.steps)).toEqual(["Name ok", "Connection ok", "Sign-in ok"]);
      expect(result.ok).toBe(true);
      expect(JSON.stringify(result)).not.toContain("salt");
    });

    it("a wrong password, and a virtual host that does not exist", async () => {
      const wrong = await tried("broker", { "broker.host": address("keeper:wrong") });
      expect(outline(wrong.steps)).toEqual(["Name ok", "Connection ok", "Sign-in failed"]);
      expect(wrong.steps.at(-1)?.message).toContain("rejects this username and password");
      const vhost = await tried("broker", { "broker.host": address("keeper:sea%20salt%200451", "/harbor") });
      expect(vhost.steps.at(-1)).toMatchObject({ name: "Sign-in", ok: false });
      expect(vhost.steps.at(-1)?.message).toContain("no virtual host harbor");
    });

    it("a port beside it at which nobody listens", async () => {
      const closed = await closedPort(createServer());
      const result = await tried("broker", {
        "broker.host": `amqp://keeper:sea%20salt%200451@127.0.0.1:${closed}`,
      });
      expect(outline(result.steps)).toEqual(["Name ok", "Connection failed"]);
      expect(JSON.stringify(result)).not.toContain("salt");
    });
  },
);

/** The first connection is closed before its response is read; the resulting error does not matter here. */
const ignore = (): void => undefined;

/** Answers the opening of AMQP 0-9-1 and nothing after it, as a broker that is short of memory. */
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
