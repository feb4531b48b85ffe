import "server-only";
import type { RequestContext } from "@/lib/request-context";

/**
 * A request answered without Next. Creating a web `Request` with its streams takes longer than our handlers, so
 * handlers get only the parts that they need.
 */
export interface DoorRequest {
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  readonly path: string;
  /** The query as sent, including its question mark; empty if there is none. */
  readonly search: string;
  /** A header's value by its lowercase name, its lines joined by commas; null if absent. */
  header(name: string): string | null;
  /** The whole body; null if it exceeds `bodyLimit`, in which case it has not been read. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly context: RequestContext;
  /** Aborted when the client disconnects, for answers that take long. */
  closed(): AbortSignal;
}

/**
 * A response for the front door to send, with or without a body. The front door adds `Date`, and `Content-Length`
 * unless it is a stream.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The route's pattern, by which metrics count the request; undefined if the path has no route. */
  readonly route?: string | undefined;
  /** Replaces the body. Canceled if the client disconnects. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Converts an answer to the Response that Next's routes return. */
export const toResponse = ({ status, headers, body, stream }: Answer): Response =>
  new Response(stream ?? body ?? null, { status, headers });
