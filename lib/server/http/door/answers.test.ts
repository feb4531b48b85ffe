import { once } from "node:events";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { Answers } from "./answers";

/**
 * A server that never finishes its responses, with two connections: `asked` has sent a request, and the other has
 * not.
 */
async function busyServer() {
  const server = createServer((_request, response) => {
    answers.add(response);
    response.write("The first half");
  });
  const answers = new Answers(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1").on("error", () => undefined);
  const asked = request({ host: "127.0.0.1", port }).on("error", () => undefined);
  asked.end();
  await once(asked, "response");
  onTestFinished(() => void server.closeAllConnections());
  return { answers, asked, hungUp: Promise.all([once(asked, "close"), once(silent, "close")]) };
}

it("shutdown waits 30 seconds for a response that never ends, and then closes all connections", async () => {
  const { answers, hungUp } = await busyServer();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = vi.fn<() => void>();
  const ending = answers.end().then(ended);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([ending, hungUp]);
});

it("shutdown does not wait for connections that have sent no request", async () => {
  const { answers, asked, hungUp } = await busyServer();
  asked.destroy();
  await Promise.all([answers.end(), hungUp]);
});
