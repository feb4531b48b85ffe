import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { USER_AGENT } from "@/lib/request-headers";

/** How often a request is sent again after 429, and the longest wait before it (s). */
const MOST_TRIES = 5;
const LONGEST_WAIT = 120;

/** The code with which some instances refuse a token, with a status other than 401. */
const INVALID_TOKEN = 40001;

const errorBody = z.object({
  code: z.number().optional(),
  message: z.string().optional(),
  errors: z.record(z.string(), z.object({ _errors: z.array(z.object({ message: z.string() })) })).optional(),
});

/** A request that the upstream instance refused, or did not answer. */
export class UpstreamError extends AppError {
  constructor(
    message: string,
    /** 0 without an answer. */
    readonly answered: number,
    /** The API family's own code; 0 if the answer has none. */
    readonly apiCode = 0,
    cause?: unknown,
  ) {
    super("bad-gateway", message, cause === undefined ? {} : { cause });
  }

  /** Whether the instance does not have the route. */
  get isNotOffered(): boolean {
    return this.apiCode === 0 && [404, 405, 501].includes(this.answered);
  }
}

const WORDS: Readonly<Record<number, string>> = {
  20001: "This token belongs to a bot. Set INSTANCE_USER_TOKEN to a person's token.",
  20012: "This account does not own the application. Use a token of the account that does.",
  50013: "This account may not add bots to the guild: it needs the Manage guild permission there.",
  50041: "Your instance does not serve this API version. Check api.defaultVersion in its configuration file.",
};

/** Text of the instance for a message: without control characters, and not too long. */
const brief = (text: string) => text.slice(0, 300).replace(/\p{C}/gu, " ");

function refusal(status: number, text: string): UpstreamError {
  let body: z.output<typeof errorBody> = {};
  try {
    body = errorBody.parse(JSON.parse(text));
  } catch {
    // Something between here and the instance has answered: its status has to do.
  }
  const { code = 0, message, errors = {} } = body;
  const fields = Object.entries(errors).map(
    ([field, { _errors }]) => `${field}: ${_errors[0]?.message ?? ""}`,
  );
  if (status === 401 || (status < 500 && code === INVALID_TOKEN))
    return new UpstreamError(
      "Your instance does not accept INSTANCE_USER_TOKEN: it has expired, was revoked or is incomplete. Set another and run it again.",
      status,
      code,
    );
  const told = [message ?? `status ${status}`, ...fields].map(brief).join(" ");
  return new UpstreamError(WORDS[code] ?? `Your instance refused: ${told}`, status, code);
}

/** How long to wait after a 429, in seconds. */
function pause(answer: Response): number {
  const seconds = Number(answer.headers.get("retry-after"));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 1;
}

/** Asks an upstream instance with a user's token. */
export class UpstreamClient {
  /** @param base the instance's API with its version: https://host/api/v9 */
  constructor(
    private readonly base: string,
    private readonly token: string,
  ) {}

  /**
   * Sends a request, again after a rate limit's wait.
   * @returns the answer's JSON; null when there is none
   * @throws UpstreamError
   */
  async ask(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send(method, path, body);
      const seconds = answer.status === 429 ? pause(answer) : 0;
      if (seconds > 0 && seconds <= LONGEST_WAIT && attempt < MOST_TRIES) {
        await answer.body?.cancel();
        await wait(seconds * 1000);
        continue;
      }
      return this.read(answer);
    }
  }

  private async send(method: string, path: string, body: unknown): Promise<Response> {
    try {
      return await fetch(`${this.base}${path}`, {
        method,
        headers: {
          authorization: this.token,
          "user-agent": USER_AGENT,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The token must not follow to wherever the answer points.
        redirect: "manual",
        signal: AbortSignal.timeout(env().instanceApiTimeout),
      });
    } catch (cause) {
      throw this.silence(cause);
    }
  }

  private silence(cause: unknown): UpstreamError {
    return new UpstreamError(
      `Your instance at ${this.base} does not answer. Check that it is running, then run it again: it goes on from there.`,
      0,
      0,
      cause,
    );
  }

  private async read(answer: Response): Promise<unknown> {
    const { status } = answer;
    const text = await answer.text().catch((cause: unknown) => {
      throw this.silence(cause);
    });
    if (status >= 300 && status < 400)
      throw new UpstreamError(
        "Your instance redirects to another address. Set INSTANCE_API_URL to that address.",
        status,
      );
    if (!answer.ok) throw refusal(status, text);
    try {
      return text === "" ? null : (JSON.parse(text) as unknown);
    } catch (cause) {
      throw new UpstreamError(
        "The answer of your instance is not JSON. Check that INSTANCE_API_URL is the address of its API.",
        status,
        0,
        cause,
      );
    }
  }
}
