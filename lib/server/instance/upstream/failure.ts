import "server-only";
import * as z from "zod";
import { AppError, type ErrorCode, type InputProblem } from "@/lib/errors";

export interface Credential {
  token: string;
  /** The error message if the instance does not accept the token. */
  refused: string;
  /** Returns advice such as "Connect an account that …". `need` completes the sentence. */
  advice: (need: string) => string;
  /** The code of the error for a refused token. `account-required` asks the operator to connect an account again. */
  code: Extract<ErrorCode, "account-required" | "conflict">;
}

export interface Sent {
  request: string;
  url: string;
  isSafe: boolean;
  credential?: Credential;
}

interface Failure {
  status: number;
  /** False if the request may have taken effect. */
  hadNoEffect: boolean;
  isNotOffered?: boolean;
  asksForCaptcha?: boolean;
  problems?: readonly InputProblem[];
  retryAfter?: number;
  cause?: unknown;
}

/** The error for a request that the instance refused or did not answer. The message is for an operator. */
export class UpstreamError extends AppError {
  constructor(
    code: ErrorCode,
    message: string,
    readonly failure: Failure,
  ) {
    const { hadNoEffect, retryAfter, problems, cause } = failure;
    super(code, message, {
      problems,
      cause,
      // `sent` means that the outcome is unknown. Then the audit log does not record a failure, and pages do
      // not retry automatically.
      details: { ...(!hadNoEffect && { sent: true }), retryAfter },
    });
  }

  get hadNoEffect(): boolean {
    return this.failure.hadNoEffect;
  }

  get isNotOffered(): boolean {
    return this.failure.isNotOffered ?? false;
  }

  get asksForCaptcha(): boolean {
    return this.failure.asksForCaptcha ?? false;
  }

  get isNotFound(): boolean {
    return this.failure.status === 404 && !this.isNotOffered;
  }

  reworded(message: string, change: Partial<Failure> = {}): UpstreamError {
    return new UpstreamError(this.code, message, { ...this.failure, ...change });
  }
}

const answerBody = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  errors: z.unknown().optional(),
  captcha_key: z.unknown().optional(),
});
const fieldErrors = z.record(z.string(), z.object({ _errors: z.array(z.object({ message: z.string() })) }));

/** Some instances send it with a status other than 401. */
const INVALID_TOKEN = 40001;

/**
 * If both the status and the error code are 401, the token is valid: some instances send this to users who
 * are not in a guild. A 401 without a code is from a proxy, which knows nothing of the token.
 */
const isTokenRefused = (status: number, code: number | undefined) =>
  code === INVALID_TOKEN || (status === 401 && code !== undefined && code !== 401);

/** Error codes for which the panel has its own message, because the instance's message means little to an operator. */
const KNOWN: Readonly<Record<number, { code: ErrorCode; words: string; need?: string }>> = {
  10002: {
    code: "unknown-application",
    words: "The instance does not know this application. Check its id.",
  },
  10004: {
    code: "unknown-guild",
    words: "This guild does not exist, or this account is not a member of it. Check its id.",
  },
  20001: { code: "bots-not-allowed", words: "This token belongs to a bot.", need: "is a person's" },
  20012: {
    code: "not-application-owner",
    words: "This account does not own the application.",
    need: "owns it",
  },
  50010: {
    code: "application-has-no-bot",
    words: "The application has no bot yet. Create its bot first.",
  },
  50013: {
    code: "missing-permissions",
    words: "This account is not allowed to do this on the instance.",
    need: "may",
  },
  60008: {
    code: "forbidden",
    words:
      "The instance requires the account's two-factor code, which the panel cannot send here. Use a client instead.",
  },
  50041: {
    code: "invalid-api-version",
    words: "The instance does not serve this API version. Check api.defaultVersion in the settings.",
  },
};

const brief = (text: string) => text.slice(0, 300).replace(/\p{C}/gu, " ");

function problemsIn(errors: unknown): InputProblem[] {
  const parsed = fieldErrors.safeParse(errors);
  return Object.entries(parsed.data ?? {}).flatMap(([path, { _errors }]) =>
    _errors.slice(0, 1).map(({ message }) => ({ path, message: brief(message) })),
  );
}

/**
 * If the error code equals the status, either the route is missing or the object is unknown. In this case,
 * the message decides.
 */
const isNoRoute = (status: number, code: number, message = "") =>
  [404, 405, 501].includes(status) &&
  (code === 0 || (code === status && /\b(?:endpoint|route|method)\b/i.test(message)));

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "forbidden",
  403: "forbidden",
  404: "not-found",
  429: "rate-limited",
};

/** @param text the response body */
export function refusal(
  status: number,
  text: string,
  retryAfter: number | undefined,
  sent: Sent,
): UpstreamError {
  let body: z.output<typeof answerBody> = {};
  try {
    body = answerBody.parse(JSON.parse(text));
  } catch {
    // The API did not send this answer, so a proxy probably did. Only the status is known.
  }
  const { code: apiCode = 0, message, errors } = body;
  const { credential } = sent;
  const failure: Failure = {
    status,
    hadNoEffect: true,
    asksForCaptcha: body.captcha_key !== undefined,
    problems: problemsIn(errors),
  };
  if (credential && isTokenRefused(status, body.code))
    return new UpstreamError(credential.code, credential.refused, failure);
  if (credential && status === 401 && body.code === undefined) {
    const words = `A proxy at ${sent.url} probably requires a sign-in: the response (status 401) has no error code of an instance. Let the panel's requests pass there, and try again.`;
    return new UpstreamError("bad-gateway", words, { ...failure, status: 502 });
  }
  if (status === 429) {
    const words = `Too many requests. Try again in ${waiting(retryAfter)}.`;
    return new UpstreamError("rate-limited", words, { ...failure, ...(retryAfter && { retryAfter }) });
  }
  if (isNoRoute(status, apiCode, message))
    return new UpstreamError(
      "not-offered",
      `Your instance does not support this request (${sent.request}).`,
      {
        ...failure,
        isNotOffered: true,
      },
    );
  const where = `(${sent.request}: status ${status}${apiCode === 0 ? "" : `, code ${apiCode}`})`;
  const known = KNOWN[apiCode];
  if (known) {
    const advice = known.need !== undefined && credential ? ` ${credential.advice(known.need)}` : "";
    return new UpstreamError(known.code, `${known.words}${advice} ${where}`, failure);
  }
  const fields = failure.problems?.map(({ path, message: words }) => `${path}: ${words}`).join(" ");
  const said = [brief(message ?? "The instance refused and gave no reason."), fields]
    .filter(Boolean)
    .join(" ");
  const why = /[.!?]$/.test(said) ? said : `${said}.`;
  return new UpstreamError(
    CODES[status] ?? "invalid-input",
    `${why}${adviceFor(status, credential)} ${where}`,
    failure,
  );
}

function adviceFor(status: number, credential: Credential | undefined): string {
  if (status === 401 || status === 403) return credential ? ` ${credential.advice("may do this")}` : "";
  if (status === 404) return " It does not exist, or this account may not see it.";
  return "";
}

const waiting = (seconds: number | undefined) =>
  seconds === undefined ? "a moment" : `${seconds} ${seconds === 1 ? "second" : "seconds"}`;

/** Error codes of failures before the request was sent. Such a request had no effect. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|UNABLE_\w+|\w*CERT\w*)$/;

export function wasSent(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return !NOT_SENT.test(code);
}

export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "TimeoutError";

function trouble(words: string, code: ErrorCode, failure: Failure): UpstreamError {
  const advice = failure.hadNoEffect
    ? " Nothing was changed. Check that the instance is running, then try again."
    : "";
  return new UpstreamError(code, `${words}${advice}`, failure);
}

export function silence(cause: unknown, sent: Sent): UpstreamError {
  const reached = wasSent(cause);
  const failure = { status: 0, hadNoEffect: sent.isSafe || !reached, cause };
  if (!reached) return trouble(`The instance at ${sent.url} cannot be reached.`, "bad-gateway", failure);
  return isTimeout(cause)
    ? trouble(`The instance at ${sent.url} took too long to respond.`, "gateway-timeout", failure)
    : trouble(
        `The instance at ${sent.url} closed the connection, or sent a response that the panel does not understand.`,
        "bad-gateway",
        failure,
      );
}

export function fault(status: number, sent: Sent): UpstreamError {
  const failure = { status, hadNoEffect: sent.isSafe };
  if (status < 400) {
    const words = `The instance at ${sent.url} redirects to another address. Connect the panel to that address.`;
    return new UpstreamError("bad-gateway", words, { ...failure, hadNoEffect: true });
  }
  const words =
    status === 503
      ? `The instance at ${sent.url} reports that it is unavailable.`
      : `The instance at ${sent.url} failed with an internal error (status ${status}).`;
  return trouble(words, "bad-gateway", failure);
}

/**
 * Creates the error for an answer without the requested result.
 * @param resultName names the result, such as "the bot's token"
 */
export const lacksResult = (resultName: string, isSafe: boolean): UpstreamError =>
  new UpstreamError(
    "bad-gateway",
    `The instance did not return ${resultName}. Check on the instance what was created.`,
    { status: 200, hadNoEffect: isSafe },
  );
