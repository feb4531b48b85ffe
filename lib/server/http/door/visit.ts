import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "@/lib/errors";
import type { RequestContext } from "@/lib/request-context";
import type { Contexts } from "./context";

/**
 * The parts of a request that handlers outside Next need. Not a web `Request`, because creating its streams
 * takes longer than most handlers run.
 */
export interface DoorRequest {
  readonly method: string;
  readonly path: string;
  /** Empty if there is none. */
  readonly search: string;
  /** Returns a header by its lowercase name, with multiple lines joined by commas; null if absent. */
  header(name: string): string | null;
  /**
   * Reads the whole body. An area calls this once it knows who asks. Null if the body exceeds `limit` bytes.
   * @throws AppError `unavailable` if too many bodies are being read; `request-timeout`
   */
  readBody(limit: number): Promise<Uint8Array<ArrayBuffer> | null>;
  readonly context: RequestContext;
  closed(): AbortSignal;
}

export interface WholeRequest extends Omit<DoorRequest, "readBody"> {
  readonly body: Uint8Array<ArrayBuffer> | null;
}

export async function withBody(request: DoorRequest, limit: number): Promise<WholeRequest> {
  return { ...request, body: await request.readBody(limit) };
}

/**
 * A response that the front door sends. The front door adds `Date`, and `Content-Length` unless the response is a
 * stream.
 */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** The route's pattern, which metrics use as the route's name. Undefined if the path has no route. */
  readonly route?: string | undefined;
  /** Sent instead of `body`. Canceled if the client disconnects. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A group of paths whose responses have the same format. */
export interface Area {
  owns(method: string, path: string): boolean;
  /**
   * Answers a request without Next. If undefined, Next answers. Never rejects.
   */
  answer?(request: DoorRequest): Promise<Answer>;
  /** Whether requests wait in the queue of sign-ins, because anybody can send them and each takes a while. */
  readonly isQueued?: true;
  /** Whether requests are refused while others wait long for the database. */
  readonly usesDatabase?: true;
  /** Ends responses without an end, such as streams, before the front door waits for all responses. */
  end?(): void;
  refuse(error: AppError, context: RequestContext): Answer;
}

const pages: Area = {
  owns: () => true,
  refuse: ({ status, message }) => ({
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: `${message}\n`,
  }),
};

/** A target may be a whole URL (RFC 9112, 3.2.2), whose host must not decide where Next redirects to. */
export const originForm = (target: string): string =>
  target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, "").replace(/^(?=\?|$)/, "/");

/** A proxy may have removed the path already. @param basePath such as `/admin`; empty by default */
export const pathInPanel = (target: string, basePath: string): string =>
  basePath !== "" && target.startsWith(basePath) && /^[/?]?$/.test(target.charAt(basePath.length))
    ? target.slice(basePath.length).replace(/^(?=\?|$)/, "/")
    : target;

export const pathForNext = (target: string, basePath: string): string =>
  basePath === "" ? target : `${basePath}${target.replace(/^\/(?=\?|$)/, "")}`;

export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  /** The path without the query, because the query may contain a setup token. */
  path: string;
  area: Area;
  context: RequestContext;
  header(name: string): string | null;
  /** The name that metrics use for the answering route. Set once the answer is known. */
  route?: string | undefined;
}

/** @param areas the first area that owns the request is used */
export function receive(
  request: IncomingMessage,
  response: ServerResponse,
  areas: readonly Area[],
  { contexts, peer }: { contexts: Contexts; peer: string },
): Visit {
  const { method = "", url = "" } = request;
  const [path = ""] = url.split("?", 1);
  const header = (name: string) => {
    const value = request.headers[name];
    return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
  };
  return {
    request,
    response,
    method,
    path,
    area: areas.find((area) => area.owns(method, path)) ?? pages,
    context: contexts.create(peer, header),
    header,
  };
}

/** Next would answer an invalid path with status 500. */
export function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
