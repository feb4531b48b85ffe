import * as z from "zod/mini";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import type { InputProblem } from "@/lib/errors";
import { noteNoAnswer } from "../connection/connection";
import { confirmIdentity } from "../form/identity";

const problemDetails = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  problems: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  conflicts: z.optional(z.array(z.string())),
  etag: z.optional(z.string()),
  sent: z.optional(z.boolean()),
  places: z.optional(
    z.array(
      z.object({
        path: z.optional(z.string()),
        severity: z.enum(["error", "warning"]),
        message: z.string(),
        line: z.optional(z.number()),
        column: z.optional(z.number()),
      }),
    ),
  ),
});

/** A failed request to the panel's API. The message is meant for an operator. */
export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    readonly problems: readonly InputProblem[] = [],
    /** Key paths that have been changed in the meantime (412). */
    readonly conflicts: readonly string[] = [],
    /** Problems in a whole text, with their lines. */
    readonly places: readonly Problem[] = [],
    /** The version that `conflicts` refers to (412). */
    readonly etag?: string,
    readonly more: {
      /** The panel's code for the kind of failure: `not-offered`. */
      code?: string;
      /** Whether the request may have taken effect although no answer confirmed it. */
      isUnknown?: boolean;
    } = {},
  ) {
    super(message);
  }

  get code(): string {
    return this.more.code ?? "";
  }

  get isUnknown(): boolean {
    return this.more.isUnknown ?? false;
  }
}

async function failure(response: Response): Promise<RequestError> {
  const body = problemDetails.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    return new RequestError(
      `The panel responded with status ${response.status} and no reason.`,
      response.status,
    );
  }
  const { detail, title, problems, conflicts, places, etag, code, sent } = body.data;
  const message = detail ?? title ?? `The panel responded with status ${response.status}.`;
  const more = { code, isUnknown: sent ?? false };
  return new RequestError(message, response.status, problems, conflicts, places, etag, more);
}

/**
 * A request to the panel. Use `call` for routes in the table.
 * @throws RequestError if there is no answer, or an error status.
 */
export async function request(url: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    noteNoAnswer();
    const words = "The panel does not respond. Check that it is running and that you are online.";
    const isUnknown = !["GET", "HEAD"].includes(init?.method ?? "GET");
    throw new RequestError(words, 0, [], [], [], undefined, { isUnknown });
  }
  if (response.ok) return response;
  const error = await failure(response);
  if (error.code === "proof-required" && (await confirmIdentity())) return request(url, init);
  // An owner has required it since this page was opened.
  if (error.code === "factor-required") window.location.assign("/second-factor");
  throw error;
}
