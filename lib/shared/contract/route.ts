import type * as z from "zod/mini";
import type { Role } from "@/lib/shared/role";

/*
 * A route of the panel API is a value: what it takes, what it answers, and who may call it. The server's handler, the
 * browser's typed call, the OpenAPI document, the body limit and the tests that walk all routes come from it.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Schema = z.core.$ZodType;

interface Definition {
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** The least role that may call it. */
  role: Role;
  /** What the audit log calls the action; the handler chooses if there are several. Missing: nothing is recorded. */
  audit?: string | readonly string[];
  /**
   * The operator must have proved who they are in the last ten minutes: by signing in, by `POST /account/proof`, or by the
   * password in a field of this request's body. `refusal` begins the message otherwise: "The bot was not deleted". With
   * `when`, words for the OpenAPI document, only some requests need it, and the handler asks by `requireProof`.
   */
  proof?: { refusal: string; field?: string; when?: string };
  /** Also for an operator who must set up a second factor, and may do nothing else until then. */
  beforeFactor?: true;
  /** The request says in `If-Match` which version of the file it is about. */
  ifMatch?: true;
  /** The answer's `etag` is also sent as the header `ETag`. */
  etag?: true;
  /** Maximum size of the body in bytes; 1 MiB by default. */
  limit?: number;
  /** If the handler needs the path's parameters as anything but text. */
  params?: Schema;
  query?: Schema;
  /** Missing: the route takes no body, and one that is sent is ignored. `bytes`: the handler reads it. */
  body?: Schema | "bytes";
  /** `bytes`: a file or a text; `stream`: server-sent events. */
  answer: Schema | "bytes" | "stream";
  /** Status of a successful answer; 200 by default. */
  status?: 201;
}

export interface Route extends Definition {
  method: Method;
  /** Below `/api/panel`; `:name` matches one segment. */
  path: string;
}

/** Declares a route. @param path below `/api/panel`; `:name` matches one segment */
export const route = <const M extends Method, const P extends string, const D extends Definition>(
  method: M,
  path: P,
  definition: D,
) => ({ method, path, ...definition });

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** The path's parameters, as the path itself declares them. */
export type PathParams<P extends string, V> = { [N in Names<P>]: V };

type InputOf<T> = T extends Schema ? z.input<T> : undefined;
type OutputOf<T> = T extends Schema ? z.output<T> : undefined;
type Field<R, K extends string> = R extends { [F in K]: infer V } ? V : undefined;

/** What a client sends: only the parts that the route has. */
export type RouteInput<R extends Route> = (Names<R["path"]> extends never
  ? unknown
  : { params: PathParams<R["path"], string | number> }) &
  (Field<R, "query"> extends Schema ? { query?: InputOf<Field<R, "query">> } : unknown) &
  (Field<R, "body"> extends Schema
    ? undefined extends InputOf<Field<R, "body">>
      ? { body?: InputOf<Field<R, "body">> }
      : { body: InputOf<Field<R, "body">> }
    : Field<R, "body"> extends "bytes"
      ? { body: Blob }
      : unknown) &
  (Field<R, "ifMatch"> extends true
    ? {
        /** The version of the file that the request is about. */
        etag: string;
      }
    : unknown) & { signal?: AbortSignal };

/** What a client receives; undefined for a route that does not answer in JSON. */
export type RouteAnswer<R extends Route> = OutputOf<R["answer"]>;

/** What a handler receives: the parsed input. */
export interface RouteRequest<R extends Route> {
  params: Field<R, "params"> extends Schema ? OutputOf<Field<R, "params">> : PathParams<R["path"], string>;
  query: OutputOf<Field<R, "query">>;
  body: OutputOf<Field<R, "body">>;
  /** From `If-Match`. */
  etag: Field<R, "ifMatch"> extends true ? string : undefined;
}
