import "server-only";
import { USER_AGENT } from "@/lib/request-headers";
import { readBytes } from "@/lib/server/http/door";
import type { z } from "zod";
import { type Credential, fault, lacksResult, refusal, type Sent, silence, UpstreamError } from "./failure";
import { AppError } from "@/lib/errors";
import type { InstanceAccount } from "@/lib/shared/contract/instance";
import type { Recorder } from "../instance";

const MOST_TRIES = 5;
const LONGEST_WAIT_SECONDS = 120;
/** Maximum size in bytes, far more than any expected answer but a list of everything. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface Options {
  url: string;
  version: string;
  /** If omitted, requests are anonymous. */
  credential?: Credential;
  /** The address of the panel's client, which the instance uses for its rate limits. */
  address?: string;
  /** Whether to wait and retry after 429. */
  waitsForLimits?: boolean;
  onRefused?: () => Promise<void>;
  /** How long a request may take (ms). */
  timeout: number;
  onAnswer?: (answers: boolean) => void;
}

interface Request {
  body?: unknown;
  /** Whether the request never changes anything. True for GET by default. */
  isSafe?: boolean;
  signal?: AbortSignal;
  largest?: number;
}

const isSafe = (method: Method, request: Request) => request.isSafe ?? method === "GET";

export class UpstreamClient {
  constructor(private readonly options: Options) {}

  get url(): string {
    return this.options.url;
  }

  with(credential: Credential | undefined): UpstreamClient {
    return new UpstreamClient({ ...this.options, credential, onRefused: undefined });
  }

  /**
   * @returns the answer's JSON; null if the answer is empty, or if the answer to a change is not JSON
   * @throws UpstreamError
   */
  async ask(method: Method, path: string, request: Request = {}): Promise<unknown> {
    const { url, credential, waitsForLimits, onRefused } = this.options;
    const sent: Sent = {
      request: `${method} ${path.split("?", 1)[0] ?? ""}`,
      url,
      isSafe: isSafe(method, request),
      ...(credential && { credential }),
    };
    try {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await this.send(method, path, request, sent);
        const seconds = answer.status === 429 ? (retryAfter(answer) ?? 1) : 0;
        if (!waitsForLimits || seconds === 0 || seconds > LONGEST_WAIT_SECONDS || attempt >= MOST_TRIES)
          return await this.read(answer, sent, request.largest);
        await answer.body?.cancel();
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    } catch (error) {
      if (error instanceof UpstreamError && error.code === "account-required") await onRefused?.();
      throw error;
    }
  }

  /** @param resultName names the result in the error message, such as "the bot's token" */
  async get<T extends z.ZodType>(
    schema: T,
    resultName: string,
    method: Method,
    path: string,
    request: Request = {},
  ): Promise<z.output<T>> {
    const parsed = schema.safeParse(await this.ask(method, path, request));
    if (parsed.success) return parsed.data;
    throw lacksResult(resultName, isSafe(method, request));
  }

  private async send(method: Method, path: string, request: Request, sent: Sent): Promise<Response> {
    const { url, version, credential, address, timeout } = this.options;
    const limit = AbortSignal.timeout(timeout);
    const { body, signal } = request;
    try {
      return await fetch(`${url}/v${version}${path}`, {
        method,
        headers: {
          "user-agent": USER_AGENT,
          accept: "application/json",
          ...(credential && { authorization: credential.token }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(address !== undefined && { "x-forwarded-for": address }),
        },
        body: JSON.stringify(body),
        // Do not follow redirects, because the target would receive the token.
        redirect: "manual",
        cache: "no-store",
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    } catch (cause) {
      if (!signal?.aborted) this.options.onAnswer?.(false);
      throw silence(cause, sent);
    }
  }

  private async read(answer: Response, sent: Sent, largest = LARGEST_ANSWER): Promise<unknown> {
    const { status } = answer;
    const bytes = await readBytes(answer, largest).catch((cause: unknown) => {
      this.options.onAnswer?.(false);
      throw silence(cause, sent);
    });
    // A server error may concern only this endpoint, so it does not show whether the instance works.
    if (status < 500) this.options.onAnswer?.(true);
    if (status >= 500 && status !== 501) throw fault(status, sent);
    if (status >= 300 && status < 400) throw fault(status, sent);
    if (bytes === null) throw silence(new Error("The response is too large"), sent);
    const text = new TextDecoder().decode(bytes);
    if (!answer.ok) throw refusal(status, text, retryAfter(answer), sent);
    try {
      return text === "" ? null : (JSON.parse(text) as unknown);
    } catch (cause) {
      // The answer to a change need not be JSON. The answer to a read must be.
      if (!sent.isSafe) return null;
      throw silence(cause, sent);
    }
  }
}

function retryAfter(answer: Response): number | undefined {
  const seconds = Math.ceil(Number(answer.headers.get("retry-after")));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export async function ifOffered<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof UpstreamError && error.isNotOffered) return undefined;
    throw error;
  }
}

interface Words<T> {
  /** The error message if the instance lacks the route. */
  notOffered?: string;
  /**
   * For a change whose outcome is unknown: a sentence to add to the error's message, or a function that
   * determines the outcome.
   * @throws the error, with the outcome added to its message
   */
  unknown?: string | ((error: UpstreamError) => Promise<T>);
}

export async function explained<T>(request: Promise<T>, { notOffered, unknown }: Words<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (notOffered !== undefined && error.isNotOffered) throw error.reworded(notOffered);
    if (unknown === undefined || error.hadNoEffect) throw error;
    if (typeof unknown === "function") return unknown(error);
    throw error.reworded(`${error.message} ${unknown}`);
  }
}

export interface UpstreamCaller {
  record: Recorder;
  /** @throws AppError `account-required` if no account is connected */
  asAccount: () => UpstreamClient;
  asOperator: () => UpstreamClient;
  account: InstanceAccount | null;
  hasOperatorToken: boolean;
  /** The address of the instance's web client, from `general.frontPage` in the file. Null if it is not set. */
  frontPage: string | null;
}

export const accountRequired = (): AppError =>
  new AppError(
    "account-required",
    "Connect an account of your instance first. The panel sends requests as that account.",
  );

export function matching<T extends { id: string; name: string }>(all: readonly T[], search = ""): T[] {
  const words = search.trim().toLowerCase();
  return all.filter(({ id, name }) => name.toLowerCase().includes(words) || id === words);
}
