import "server-only";
import { AppError } from "@/lib/errors";
import type { Recorder } from "@/lib/server/instance";
import { UpstreamClient } from "@/lib/server/instance/upstream/client";
import { accountCredential } from "@/lib/server/instance/upstream/connect";
import { upstreamInstance } from "@/lib/server/instance/upstream";
import { localServer } from "./local-server";

export type Answer = [status: number, body: unknown] | "lost";
export type Routes = { [route: string]: Answer | Answer[] };

/** The response for a route that the instance does not have. */
export const NOT_FOUND: Answer = [404, { code: 0, message: "404: Not Found" }];

/**
 * Simulates an instance with these routes. If a route has a list of answers, each request gets the next
 * answer. The last answer is repeated. A route that begins with `operator` answers requests with the operator token.
 */
export async function simulatedInstance(
  routes: Routes,
  { frontPage = null as string | null, hasOperatorToken = true } = {},
) {
  const asked: [route: string, body?: unknown][] = [];
  const origin = await localServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const route = `${request.method} ${(request.url ?? "").replace("/api/v9", "")}`;
      asked.push(text === "" ? [route] : [route, JSON.parse(text) as unknown]);
      const isOperator = request.headers.authorization === "operator";
      const found =
        (isOperator ? routes[`operator ${route}`] : undefined) ??
        routes[route] ??
        routes[route.split("?", 1)[0] ?? ""] ??
        NOT_FOUND;
      const isList = Array.isArray(found) && Array.isArray(found[0]);
      const answers = (isList ? found : [found]) as Answer[];
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined || answer === "lost") return request.socket.destroy();
      response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
    });
  });
  const url = `${origin}/api`;
  const clientWith = (token: string) =>
    new UpstreamClient({ url, version: "9", timeout: 15_000, credential: accountCredential(token) });
  const client = clientWith("token");
  const recorded: unknown[] = [];
  const record: Recorder = async (change, work, describeResult) => {
    const result = await work();
    const more = describeResult?.(result);
    const { action, target, id, detail } = change;
    recorded.push({ action, target: more?.target ?? target, id, detail: more?.detail ?? detail });
    return result;
  };
  const subject = upstreamInstance({
    record,
    account: { id: "7", username: "mara" },
    frontPage,
    hasOperatorToken,
    asAccount: () => client,
    asOperator: () => (hasOperatorToken ? clientWith("operator") : client),
  });
  return { ...subject, asked, recorded };
}

/** Returns the error with which the work is refused. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw error ?? new Error("It was not refused.");
}
