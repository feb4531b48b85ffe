import { createServer, request as send, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a sign-in proxy answers in the panel's place once its own session has ended, or while the panel is unreachable. */
const answers = {
  "a page with 200": (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>"),
  "a redirect": (response: ServerResponse) =>
    response.writeHead(302, { location: "http://id.invalid/sign-in" }).end(),
  "401": (response: ServerResponse) => response.writeHead(401).end("Unauthorized"),
  "403": (response: ServerResponse) =>
    response.writeHead(403, { "content-type": "text/html" }).end("<h1>Forbidden</h1>"),
  "502": (response: ServerResponse) =>
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"),
} satisfies Record<string, (response: ServerResponse) => unknown>;

export type Answer = keyof typeof answers;
export const allAnswers = Object.keys(answers) as Answer[];

/** Starts a reverse proxy in front of a panel, which can answer in the panel's place. */
export async function startSignInFront(panel: { url: string }) {
  let instead: Answer | null = null;
  const answer: RequestListener = (request, response) => {
    if (instead !== null) {
      request.resume();
      return void answers[instead](response);
    }
    const { method, url, headers } = request;
    const sent = send(new URL(url ?? "/", panel.url), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
      response.on("close", () => answered.destroy());
    });
    sent.on("error", () => response.destroy());
    request.pipe(sent);
  };
  const server = createServer(answer).listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Ends open event streams, too. Null passes requests on again. */
    answerWith(next: Answer | null) {
      instead = next;
      server.closeAllConnections();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
