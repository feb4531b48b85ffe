import { localServer } from "./local-server";

/** A status and a body. Text is sent unchanged, and any other value as JSON. */
type Scripted = [status: number, body?: unknown];

export interface ScriptedInstance {
  /** The instance's origin, such as `http://127.0.0.1:4711`. */
  origin: string;
  /** The address of the instance's API without a version. */
  apiUrl: string;
  /** All requests so far. `route` is a method and a path, such as "GET /users/@me", without `/api` and the version. */
  asked: { route: string; token: string | undefined; body: string }[];
}

/**
 * Simulates a running instance for one test. Each given route returns its response. All other routes return
 * 404.
 * @param routes responses by route, such as "GET /users/@me", without a query; a function receives the token
 */
export async function scriptedInstance(
  routes: Record<string, Scripted | ((token: string | undefined) => Scripted)>,
): Promise<ScriptedInstance> {
  const asked: ScriptedInstance["asked"] = [];
  const origin = await localServer((request, response) => {
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
  return { origin, apiUrl: `${origin}/api`, asked };
}
