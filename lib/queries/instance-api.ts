import * as z from "zod/mini";
import type { InputProblem } from "@/lib/errors";
import { RequestError, requestJson } from "./http";

/*
 * The wizard speaks to the instance API as any other client does: with a user token, over the public paths.
 * Without a version in the path, `api.defaultVersion` of the live configuration answers.
 */

const errorBody = z.object({
  code: z.optional(z.number()),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.object({ _errors: z.array(z.object({ message: z.string() })) }))),
});

let current: { token: string; expiresAt: number } | undefined;

/** A user token of the signed-in operator, asked for anew a minute before it runs out. Kept in this tab's memory only. */
async function userToken(): Promise<string> {
  if (!current || current.expiresAt - 60_000 < Date.now()) {
    const { token, expiresAt } = await requestJson<{ token: string; expiresAt: string }>("/api/panel/token", {
      cache: "no-store",
    });
    current = { token, expiresAt: Date.parse(expiresAt) };
  }
  return current.token;
}

async function failure(response: Response): Promise<RequestError> {
  const body = errorBody.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    return new RequestError(
      `The instance API answered with status ${response.status} and no reason.`,
      response.status,
    );
  }
  const problems = Object.entries(body.data.errors ?? {}).flatMap(([path, { _errors }]): InputProblem[] =>
    _errors.slice(0, 1).map(({ message }) => ({ path, message })),
  );
  return new RequestError(body.data.message, response.status, problems);
}

/**
 * Posts to the instance API.
 * @throws RequestError with the API's own message; status 0 when there is no answer
 */
export async function postToInstance<T>(path: string, body?: unknown): Promise<T> {
  const authorization = await userToken();
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method: "POST",
      headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new RequestError(
      "The instance API does not answer. Check that the panel is running, and try again.",
      0,
    );
  }
  if (response.status === 401) current = undefined;
  if (!response.ok) throw await failure(response);
  return (await response.json()) as T;
}
