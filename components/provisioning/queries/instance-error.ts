import * as z from "zod/mini";
import type { InputProblem } from "@/lib/errors";
import { RequestError } from "@/components/shell/queries/http";

/** A request to the instance API that failed. */
export class InstanceError extends RequestError {
  /** Method and path of the request, without its query: "PATCH /applications/1". */
  request?: string;

  constructor(
    message: string,
    status: number,
    problems: readonly InputProblem[] = [],
    /** The API family's own error code; 0 if the answer has none. */
    readonly code = 0,
    /** False when the request may have taken effect although no answer confirmed it. */
    readonly hadNoEffect = true,
  ) {
    super(message, status, problems);
  }
}

/** The same failure in other words, once more is known about it. */
export function retold(
  error: InstanceError,
  message: string,
  { hadNoEffect = error.hadNoEffect, problems = error.problems } = {},
): InstanceError {
  const next = new InstanceError(message, error.status, problems, error.code, hadNoEffect);
  next.request = error.request;
  return next;
}

/** The upstream instance rejects the token, or never accepted it. */
export class TokenRefused extends InstanceError {}

/** The code with which some instances say so, with a status other than 401. */
const invalidToken = 40001;

const errorBody = z.object({
  code: z.optional(z.number()),
  message: z.string(),
  errors: z.optional(z.unknown()),
});
const fieldErrors = z.record(z.string(), z.object({ _errors: z.array(z.object({ message: z.string() })) }));

/** Error codes whose own messages say little to an operator who typed an id. */
const WORDS: Readonly<Record<number, string>> = {
  10002: "The instance does not know this application. Check its id.",
  10004: "This guild does not exist, or this account is not a member of it. Check its id.",
  20001: "This token belongs to a bot. Connect a person's account.",
  20012: "This account does not own the application. Connect the account that owns it.",
  50010: "The application has no bot yet. Create its bot first.",
  50013: "This account may not add bots to the guild: it needs the Manage guild permission there.",
  60008:
    "The instance asks for the account's two-factor code, which the panel does not send. Do this with a client.",
  50041: "The instance does not serve this API version. Check api.defaultVersion in the settings.",
};

/** Explains a failure caused by something between the browser and the instance, or by a fault of the instance itself. */
function wordsOfGateway(status: number, url: string, wasReached: boolean): string | undefined {
  if (!wasReached) return `The instance at ${url} cannot be reached.`;
  if (status === 504) return `The instance at ${url} took too long to answer.`;
  if (status === 502)
    return `The instance at ${url} broke the connection, or sent an answer that the panel does not understand.`;
  if (status === 503) return `The instance at ${url} says that it is not available now.`;
  return status >= 500
    ? `The instance at ${url} failed with an error of its own (status ${status}).`
    : undefined;
}

function wordsOfRefusal(status: number, isRefused: boolean, retryAfter: string | null): string | undefined {
  if (isRefused)
    return "The instance does not accept the token. It has expired, was revoked or is incomplete.";
  if (status !== 429) return undefined;
  const seconds = Number(retryAfter ?? 0);
  return seconds > 0
    ? `Too many requests at once. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`
    : "Too many requests at once. Try again in a moment.";
}

function fieldProblems(errors: unknown): InputProblem[] {
  const parsed = fieldErrors.safeParse(errors);
  return Object.entries(parsed.data ?? {}).flatMap(([path, { _errors }]) =>
    _errors.slice(0, 1).map(({ message }) => ({ path, message })),
  );
}

/** Whether the panel itself refused, before anything reached the instance: the instance sends no problem documents. */
export const isOfThePanel = (response: Response): boolean =>
  !response.ok && (response.headers.get("content-type") ?? "").startsWith("application/problem+json");

const problem = z.object({ detail: z.string() });

export async function panelError(response: Response, isSafe: boolean): Promise<InstanceError> {
  const { status } = response;
  const { detail } = problem.safeParse(await response.json().catch(() => null)).data ?? {};
  const words = detail ?? `The panel answered with status ${status}. Try again; its log has the cause.`;
  return new InstanceError(words, status, [], 0, isSafe || status !== 500);
}

/**
 * What an error answer means to an operator.
 * @param url the upstream instance; null for the local directory, whose own messages are clear already
 * @param isSafe the request changes nothing, whatever its outcome
 */
export async function instanceError(
  response: Response,
  url: string | null,
  isSafe: boolean,
): Promise<InstanceError> {
  const { status } = response;
  const body = errorBody.safeParse(await response.json().catch(() => null));
  const retryAfter = response.headers.get("retry-after");
  const { code = 0, message, errors } = body.data ?? {};
  const wasReached = response.headers.get("x-instance-reached") !== "no";
  const hadNoEffect = isSafe || status < 500 || !wasReached;
  const trouble = url === null ? undefined : wordsOfGateway(status, url, wasReached);
  // Where the request may have taken effect, the caller knows what to check before another try.
  const advice = hadNoEffect ? " Nothing was changed. Check that it is running, then try again." : "";
  const isRefused = url !== null && (status === 401 || (status < 500 && code === invalidToken));
  const refusal = url === null ? undefined : (wordsOfRefusal(status, isRefused, retryAfter) ?? WORDS[code]);
  const words = trouble ? `${trouble}${advice}` : (refusal ?? message);
  const Refusal = isRefused ? TokenRefused : InstanceError;
  return new Refusal(
    words ?? `The instance API answered with status ${status} and no reason. Check its log.`,
    status,
    fieldProblems(errors),
    code,
    hadNoEffect,
  );
}
