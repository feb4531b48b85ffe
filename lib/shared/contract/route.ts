import type * as z from "zod/mini";
import type { Role } from "@/lib/shared/role";

/*
 * A route of the panel API is a value: its input, its answer, and who may call it. The server's handler, the
 * browser's typed call, the OpenAPI document, the body limit and the tests that walk all routes are derived from
 * it.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Schema = z.core.$ZodType;

interface Definition {
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** The lowest role that may call it. */
  role: Role;
  /** The action's name in the audit log; with several names, the handler chooses. Missing: nothing is recorded. */
  audit?: string | readonly string[];
  /**
   * The operator must have proved who they are in the last ten minutes: by signing in, by `POST /account/proof`,
   * or by the password in a field of this request's body. Without a proof, the error message starts with
   * `refusal`: "The bot was not deleted". With `when`, only some requests need a proof: the handler calls
   * `requireProof`, and the OpenAPI document shows the text of `when`.
   */
  proof?: { refusal: string; field?: string; when?: string };
  /** Allowed for operators who must set up a second factor. They can do nothing else until they have one. */
  beforeFactor?: true;
  /** The request names the version of the file it is about in `If-Match`. */
  ifMatch?: true;
  /** The answer's `etag` is also sent in the `ETag` header. */
  etag?: true;
  /** Maximum size of the body in bytes; 1 MiB by default. */
  limit?: number;
  /** Only if the handler needs the path's parameters as something other than text. */
  params?: Schema;
  query?: Schema;
  /** Missing: the route takes no body and ignores any that is sent. `bytes`: the handler reads the body. */
  body?: Schema | "bytes";
  /** `bytes`: a file or a text; `stream`: server-sent events. */
  answer: Schema | "bytes" | "stream";
  /** Status of a successful answer; 200 by default. */
  status?: 201;
}

export interface Route extends Definition {
  method: Method;
  /** Path below `/api/panel`; `:name` matches one segment. */
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

/** The path's parameters, derived from the path itself. */
export type PathParams<P extends string, V> = { [N in Names<P>]: V };

type InputOf<T> = T extends Schema ? z.input<T> : undefined;
type OutputOf<T> = T extends Schema ? z.output<T> : undefined;
type Field<R, K extends string> = R extends { [F in K]: infer V } ? V : undefined;

/** The input that a client sends: only the parts that the route has. */
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

/** The answer that a client receives; undefined for a route that does not answer in JSON. */
export type RouteAnswer<R extends Route> = OutputOf<R["answer"]>;

/** The parsed input that a handler receives. */
export interface RouteRequest<R extends Route> {
  params: Field<R, "params"> extends Schema ? OutputOf<Field<R, "params">> : PathParams<R["path"], string>;
  query: OutputOf<Field<R, "query">>;
  body: OutputOf<Field<R, "body">>;
  /** From `If-Match`. */
  etag: Field<R, "ifMatch"> extends true ? string : undefined;
}
