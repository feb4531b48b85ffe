import { createServer } from "node:http";
import type { Message } from "@/lib/server/monitor/notify/message";
import { listening } from "./check-setting";

export const message = (event: string, rest: Partial<Message> = {}): Message => ({
  id: `id-of-${event}`,
  content: `Harbor: ${event}`,
  at: "2026-11-22T08:00:00.000Z",
  event,
  instance: "Harbor",
  details: { part: "api" },
  ...rest,
});

interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

/** Starts a receiver that answers the first requests with these statuses, and all later requests with 204. */
export async function receiving(statuses: number[] = []) {
  const received: Received[] = [];
  const port = await listening(
    createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        received.push({ path: request.url ?? "", headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 204, { "retry-after": "7" }).end();
      });
    }),
  );
  return { received, address: (path: string) => `http://127.0.0.1:${port}${path}` };
}
