import type { PanelRoutes } from "@/lib/shared/contract";
import type { RouteAnswer, RouteInput } from "@/lib/shared/contract/route";
import { request } from "./http";

/** The parts of a request that a route may have. */
interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  etag?: string;
  signal?: AbortSignal;
}

type Input<K extends keyof PanelRoutes> = RouteInput<PanelRoutes[K]>;
/** Routes without input are called without one. */
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** The address of a route that is not requested by `call`: an image, a download, an `EventSource`. */
export function addressOf<K extends keyof PanelRoutes>(route: K, ...[input]: Optional<Input<K>>): string {
  const { params = {}, query = {} } = (input ?? {}) as Parts;
  const [, pattern = ""] = route.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return `/api/panel${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** Like `call`, for routes that do not respond in JSON. @throws RequestError */
export function send<K extends keyof PanelRoutes>(
  route: K,
  ...[input]: Optional<Input<K>>
): Promise<Response> {
  const { body, etag, signal } = (input ?? {}) as Parts;
  const [method] = route.split(" ");
  const isFile = body instanceof Blob;
  return request(addressOf(route, ...([input] as Optional<Input<K>>)), {
    method,
    signal,
    cache: "no-store",
    headers: {
      ...(etag !== undefined && { "if-match": `"${etag}"` }),
      ...(body !== undefined && !isFile && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
}

/**
 * Calls a route of the panel API, such as `"PATCH /operators/:id"`. Uses only the table's types, so that pages do
 * not include its schemas. In development and in tests the answer is checked against the route's schema.
 * @throws RequestError if there is no answer, or an error status
 */
export async function call<K extends keyof PanelRoutes>(
  route: K,
  ...input: Optional<Input<K>>
): Promise<RouteAnswer<PanelRoutes[K]>> {
  return (await callWithHeaders(route, ...input)).answer;
}

/** Like `call`, with the headers of the response. */
export async function callWithHeaders<K extends keyof PanelRoutes>(
  route: K,
  ...input: Optional<Input<K>>
): Promise<{ answer: RouteAnswer<PanelRoutes[K]>; headers: Headers }> {
  const response = await send(route, ...input);
  const answer: unknown = await response.json();
  if (process.env.NODE_ENV !== "production") {
    const { checkAnswer } = await import("@/lib/shared/contract/check-answer");
    const [method = ""] = route.split(" ");
    checkAnswer(method, addressOf(route, ...input), answer);
  }
  return { answer: answer as RouteAnswer<PanelRoutes[K]>, headers: response.headers };
}
