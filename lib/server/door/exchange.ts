import "server-only";
import type { RequestContext } from "@/lib/request-context";

/**
 * The parts of a request that handlers outside Next need. This object replaces a web `Request`, whose streams take
 * longer to create than most handlers take to run.
 */
export interface DoorRequest {
  readonly method: string;
  /** The path as the client sent it, still percent-encoded, without the query. */
  readonly path: string;
  /** The query as the client sent it, with its question mark. Empty if there is none. */
  readonly search: string;
  /** Returns a header by its lowercase name, with several lines joined by commas; null if absent. */
  header(name: string): string | null;
  /** The whole body. Null if the body exceeds the limit and was therefore not read. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly context: RequestContext;
  /** Returns a signal that is aborted if the client disconnects, for responses that take long. */
  closed(): AbortSignal;
}

/**
 * A response that the front door sends. The front door adds `Date`, and `Content-Length` unless the response is a
 * stream.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The pattern of the route, by which metrics count the request. Undefined if the path has no route. */
  readonly route?: string | undefined;
  /** Sent instead of `body`. Canceled if the client disconnects. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export const toResponse = ({ status, headers, body, stream }: Answer): Response =>
  new Response(stream ?? body ?? null, { status, headers });
