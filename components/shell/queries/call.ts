import { OPERATOR_HEADER } from "@/lib/shared/operator-header";
import type { AuthorKind } from "@/lib/shared/author";
import type { InputProblem } from "@/lib/errors";
import type { PanelRoutes } from "@/lib/shared/contract";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import type { RouteAnswer, RouteInput } from "@/lib/shared/contract/route";
import { inPanel } from "@/lib/shared/base-path";
import { answeredBy } from "../connection/answered-by";
import { noteNoAnswer } from "../connection/connection";
import { confirmIdentity, signInAgain } from "../form/identity";

export interface ChangedBy {
  author: string;
  authorKind: AuthorKind;
  at: string;
}

export class RequestError extends Error {
  override readonly name = "RequestError";

  constructor(
    message: string,
    /** HTTP status. 0 if no response arrived. */
    readonly status: number,
    readonly problems: readonly InputProblem[] = [],
    /** With status 412: paths of settings that others have changed. */
    readonly conflicts: readonly string[] = [],
    readonly places: readonly Problem[] = [],
    /** With status 412: the version that `conflicts` refers to. */
    readonly etag?: string,
    readonly more: {
      code?: string;
      /** Whether the request may have succeeded although no response arrived. */
      isUnknown?: boolean;
      by?: ChangedBy | undefined;
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

/** @throws Error if the response has no details, or if the code that parses them cannot be loaded */
async function failure(response: Response): Promise<RequestError> {
  const { status } = response;
  const { parseProblemDetails } = await import("./problem-details");
  const { detail, title, problems, conflicts, places, etag, code, sent, by } = parseProblemDetails(
    await response.json(),
  );
  const message = detail ?? title ?? `The panel responded with status ${status}.`;
  const more = { code, isUnknown: sent ?? false, by };
  return new RequestError(message, status, problems, conflicts, places, etag, more);
}

interface PanelRequestInit extends RequestInit {
  /** Whether no operator waits for the change, so that an ended session must not ask for a new one. */
  isBackground?: boolean;
}

/**
 * For routes of the panel API, use `call`.
 * @throws RequestError if no response arrives or its status is an error
 */
export async function request(url: string, init?: PanelRequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(inPanel(url), { ...init, redirect: "manual" });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    noteNoAnswer();
    const isUnknown = !["GET", "HEAD"].includes(init?.method ?? "GET");
    const message = "The panel does not respond. Check that it is running and that you are online.";
    throw new RequestError(message, 0, [], [], [], undefined, { isUnknown });
  }
  const by = answeredBy(response);
  if (by !== "panel") {
    noteNoAnswer();
    throw notFromPanel(by, response.status);
  }
  if (response.ok) return response;
  const { status } = response;
  const bare = () => new RequestError(`The panel responded with status ${status} and no reason.`, status);
  const error = await failure(response).catch(bare);
  if (error.code === "proof-required" && (await confirmIdentity(error.problems))) return request(url, init);
  // Only a change waits for a new session. A page that refetches in the background must not ask.
  const isChange = !["GET", "HEAD"].includes(init?.method ?? "GET") && init?.isBackground !== true;
  const isSessionGone = status === 401 || error.code === "other-operator";
  if (isSessionGone && isChange && (await signInAgain())) return request(url, init);
  // Since the page was loaded, an owner has started to require a second factor.
  if (error.code === "factor-required") window.location.assign(inPanel("/second-factor"));
  throw error;
}

function notFromPanel(by: "sign-in" | "gateway", status: number): RequestError {
  const message =
    by === "sign-in"
      ? "Something in front of the panel, such as a sign-in proxy, answered in its place. Open the panel in a new tab, sign in there, then try again."
      : `A proxy in front of the panel cannot reach it (status ${status}). Check that the panel is running.`;
  const more = by === "sign-in" ? { code: "in-front" } : { isUnknown: true };
  return new RequestError(message, 0, [], [], [], undefined, more);
}

let pageOperator: number | null = null;

/** Sets the operator of this page, whose requests the panel refuses once another operator has signed in. */
export const setPageOperator = (id: number): void => void (pageOperator = id);

const asPageOperator = (): Record<string, string> =>
  pageOperator === null ? {} : { [OPERATOR_HEADER]: String(pageOperator) };

/** @throws RequestError */
export const isOperatorSignedIn = async (): Promise<void> =>
  void (await request("/api/panel/account/factors", { headers: asPageOperator(), cache: "no-store" }));

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  etag?: string;
  signal?: AbortSignal;
  isBackground?: boolean;
}

export type Input<K extends keyof PanelRoutes> = RouteInput<PanelRoutes[K]> &
  Pick<PanelRequestInit, "isBackground">;
export type Optional<T> = object extends T ? [input?: T] : [input: T];

export function addressOf<K extends keyof PanelRoutes>(route: K, ...[input]: Optional<Input<K>>): string {
  const { params = {}, query = {} } = (input ?? {}) as Parts;
  const [, pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return `/api/panel${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** For routes that do not respond with JSON. @throws RequestError */
export function send<K extends keyof PanelRoutes>(
  route: K,
  ...[input]: Optional<Input<K>>
): Promise<Response> {
  const { body, etag, signal, isBackground } = (input ?? {}) as Parts;
  const [method] = route.split(" ");
  const isFile = body instanceof Blob;
  return request(addressOf(route, ...([input] as Optional<Input<K>>)), {
    method,
    signal,
    isBackground,
    cache: "no-store",
    headers: {
      ...(method !== "GET" && asPageOperator()),
      ...(etag !== undefined && { "if-match": `"${etag}"` }),
      ...(body !== undefined && !isFile && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
}

/**
 * Calls a route of the panel API, such as `"PATCH /operators/:id"`. Imports only types of the route table, so that
 * pages do not contain its schemas. In development and in tests, the response is checked against the schema.
 * @throws RequestError if no response arrives or its status is an error
 */
export async function call<K extends keyof PanelRoutes>(
  route: K,
  ...input: Optional<Input<K>>
): Promise<RouteAnswer<PanelRoutes[K]>> {
  return (await callWithHeaders(route, ...input)).answer;
}

export async function callWithHeaders<K extends keyof PanelRoutes>(
  route: K,
  ...input: Optional<Input<K>>
): Promise<{ answer: RouteAnswer<PanelRoutes[K]>; headers: Headers }> {
  const response = await send(route, ...input);
  const answer: unknown = await response.json().catch(() => {
    throw new RequestError(
      "The panel's answer is incomplete. Check the connection, then reload the page.",
      0,
    );
  });
  if (process.env.NODE_ENV !== "production") {
    const { checkAnswer } = await import("@/lib/shared/contract/check-answer");
    const [method = ""] = route.split(" ");
    checkAnswer(method, addressOf(route, ...input), answer);
  }
  return { answer: answer as RouteAnswer<PanelRoutes[K]>, headers: response.headers };
}
