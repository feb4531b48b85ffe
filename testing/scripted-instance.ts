import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A status and a body; text is sent unchanged, other values as JSON. */
type Scripted = [status: number, body?: unknown];

export interface ScriptedInstance {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** The address of its API, without a version. */
  apiUrl: string;
  /** The requests so far: "GET /users/@me". Paths below the API have neither `/api` nor the version. */
  asked: { route: string; token: string | undefined; body: string }[];
}

/**
 * A running instance for one test, which answers each route as the test says and any other with 404.
 * @param routes keyed by "GET /users/@me", without a query; a function receives the token
 */
export async function scriptedInstance(
  routes: Record<string, Scripted | ((token: string | undefined) => Scripted)>,
): Promise<ScriptedInstance> {
  const asked: ScriptedInstance["asked"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [path = ""] = (request.url ?? "").split("?", 1);
      const route = `${request.method} ${path.replace(/^(?:\/api)?\/v\d+/, "")}`;
      const token = request.headers.authorization;
      asked.push({ route, token, body: Buffer.concat(chunks).toString() });
      const found = routes[route] ?? [404, { code: 0, message: "404: Not Found" }];
      const [status, body = {}] = typeof found === "function" ? found(token) : found;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, apiUrl: `${origin}/api`, asked };
}
