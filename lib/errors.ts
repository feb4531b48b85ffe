/**
 * All errors that a caller can receive. `status` is the HTTP status in both APIs. `api` is the numeric code that
 * clients of the instance API expect (docs/instance-api.md). `title` is a short fixed sentence; the message of the
 * error describes the specific case.
 */
export const errorTable = {
  unauthorized: { status: 401, api: 0, title: "401: Unauthorized" },
  "not-found": { status: 404, api: 0, title: "404: Not Found" },
  "method-not-allowed": { status: 405, api: 0, title: "405: Method Not Allowed" },
  "body-too-large": { status: 413, api: 40005, title: "Request entity too large" },
  "request-timeout": { status: 408, api: 0, title: "408: Request Timeout" },
  "unsupported-media-type": { status: 415, api: 0, title: "415: Unsupported Media Type" },
  "rate-limited": { status: 429, api: 0, title: "You are being rate limited." },
  "malformed-json": { status: 400, api: 50109, title: "The request body contains invalid JSON." },
  "invalid-input": { status: 400, api: 50035, title: "Invalid Form Body" },
  internal: { status: 500, api: 0, title: "500: Internal Server Error" },
  unavailable: { status: 503, api: 0, title: "503: Service Unavailable" },

  "invalid-api-version": { status: 400, api: 50041, title: "Invalid API version" },
  "unknown-application": { status: 404, api: 10002, title: "Unknown Application" },
  "unknown-guild": { status: 404, api: 10004, title: "Unknown Guild" },
  "bots-not-allowed": { status: 403, api: 20001, title: "Bots cannot use this endpoint" },
  "not-application-owner": {
    status: 403,
    api: 20012,
    title: "You are not authorized to perform this action on this application",
  },
  "missing-permissions": { status: 403, api: 50013, title: "Missing Permissions" },
  "application-has-no-bot": { status: 400, api: 50010, title: "OAuth2 application does not have a bot" },
  "bot-guild-limit": { status: 400, api: 30001, title: "Maximum number of guilds reached" },
  "guild-role-limit": { status: 400, api: 30005, title: "Maximum number of guild roles reached" },
  "guild-member-limit": { status: 400, api: 30031, title: "Maximum number of guild members reached" },
  "bad-gateway": { status: 502, api: 0, title: "502: Bad Gateway" },
  "gateway-timeout": { status: 504, api: 0, title: "504: Gateway Timeout" },

  "not-offered": { status: 404, api: 0, title: "The instance does not offer this" },
  "account-required": { status: 403, api: 0, title: "No account of the instance is connected" },
  "code-required": { status: 403, api: 0, title: "A two-factor code is required" },

  forbidden: { status: 403, api: 0, title: "Forbidden" },
  "proof-required": { status: 403, api: 0, title: "Confirm that it is you" },
  "review-required": { status: 403, api: 0, title: "These changes need two operators" },
  "other-operator": { status: 409, api: 0, title: "Another operator has signed in" },
  "factor-required": { status: 403, api: 0, title: "Set up a second factor first" },
  conflict: { status: 409, api: 0, title: "Conflict" },
  "invalid-settings": { status: 422, api: 50035, title: "Some settings are not valid" },
  "invalid-document": { status: 422, api: 50035, title: "The document is not valid" },
  "config-changed": { status: 412, api: 0, title: "The configuration file has changed" },
  "naming-open": { status: 409, api: 0, title: "The file does not show which server reads it" },
  "precondition-required": { status: 428, api: 0, title: "If-Match is required" },
  "config-unusable": { status: 409, api: 0, title: "The configuration file cannot be edited" },
  "config-read-only": { status: 403, api: 0, title: "The configuration file is read-only" },
  "config-write-failed": { status: 500, api: 0, title: "The configuration file could not be written" },
  "config-unreadable": { status: 503, api: 0, title: "The configuration file cannot be read" },
} as const satisfies Record<string, { status: number; api: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** A problem with one part of the input. `path` is a key path in the panel API and a body field in the instance API. */
export interface InputProblem {
  path: string;
  message: string;
  /** Machine-readable reason, such as `BASE_TYPE_REQUIRED`. */
  code?: string;
}

/**
 * The only error whose message may be shown to a caller. `message` explains to an operator what happened and what to do
 * next. Callers receive any other error as `internal`, because it is a bug.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly problems: readonly InputProblem[];
  /** Additional fields of the error response, such as `{ conflicts: ["general.image"] }`. Never secrets. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message?: string,
    options: { problems?: readonly InputProblem[]; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(
      message ?? errorTable[code].title,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.problems = options.problems ?? [];
    this.details = options.details ?? {};
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}
