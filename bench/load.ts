import { Agent, request } from "node:http";

export interface Measured {
  requests: number;
  perSecond: number;
  /** All times are in milliseconds. */
  p50: number;
  p99: number;
}

export interface Shot {
  /** The default is POST. */
  method?: string;
  path: string;
  body?: string;
}

/**
 * Sends a request and returns the body of the response.
 * @throws Error if the request fails
 */
function send(agent: Agent, base: string, shot: Shot, headers: Record<string, string>): Promise<string> {
  const { method = "POST", path, body = "" } = shot;
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}${path}`,
      {
        agent,
        method,
        headers: {
          ...headers,
          "content-length": Buffer.byteLength(body),
          ...(body && { "content-type": "application/json" }),
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("end", () =>
          response.statusCode === 200 || response.statusCode === 204
            ? resolve(text)
            : reject(new Error(`${path}: ${response.statusCode} ${text}`)),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * Sends the requests over `concurrency` connections. Each connection sends its next request when the previous
 * one is answered.
 */
export async function measure(
  base: string,
  shots: readonly Shot[],
  options: { concurrency: number; headers?: Record<string, string>; answered?: (text: string) => void },
): Promise<Measured> {
  const { concurrency, headers = {}, answered } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const client = async () => {
    for (let shot = shots[next++]; shot; shot = shots[next++]) {
      const since = performance.now();
      const text = await send(agent, base, shot, headers);
      times.push(performance.now() - since);
      answered?.(text);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
