import type * as z from "zod/mini";
import type { Role } from "@/lib/shared/role";
import type { proofFields } from "./fields";

/*
 * A route of the panel API is declared as data. The server's handler, the browser's typed call, the OpenAPI document,
 * the size limit of the body and several tests are derived from the declaration. Times are texts in ISO 8601, or
 * milliseconds since 1970.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Schema = z.core.$ZodType;

interface Definition {
  summary: string;
  role: Role;
  /**
   * Name of the action in the audit log. If there are several, the handler chooses one. Without a name, nothing is
   * recorded.
   */
  audit?: string | readonly string[];
  /**
   * Requires that the operator has proved who they are within the last ten minutes: by signing in, by
   * `POST /account/proof`, or by the password in this request's body.
   * - `refusal`: the start of the error message, such as "The bot was not deleted".
   * - `field`: the body field with the password, by default `password`.
   * - `when`: set if only some requests need a proof. The handler then calls `requireProof`. The OpenAPI
   * document contains this text.
   */
  proof?: { refusal: string; field?: keyof typeof proofFields; when?: string };
  /**
   * Whether editors who are limited to sections may call the route. Its handler checks each setting that changes. They may
   * always call routes for viewers.
   */
  limited?: true;
  beforeFactor?: true;
  ifMatch?: true;
  etag?: true;
  /**
   * Requests wait for each other, because their work occupies the process: those of `edits` with more than 64 KiB, and
   * all of `proposals`.
   */
  takesTurns?: "edits" | "proposals";
  /** Maximum size of the body in bytes. The default is 1 MiB. */
  limit?: number;
  params?: Schema;
  query?: Schema;
  /**
   * The schema of the body, without the fields of `proof`. With `bytes`, the handler reads the body itself.
   * Without a schema, the route reads only the fields of `proof`. A GET route ignores the body.
   */
  body?: Schema | "bytes";
  /** `bytes` is a file or a text, and `stream` a stream of server-sent events. */
  answer: Schema | "bytes" | "stream";
  /** Status of a successful response. The default is 200. */
  status?: 201;
}

export interface Route extends Definition {
  method: Method;
  /** Path below `/api/panel`. `:name` matches one segment. */
  path: string;
}

/** @param path below `/api/panel`. `:name` matches one segment */
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

export type PathParams<P extends string, V> = { [N in Names<P>]: V };

/** Requests do not change what they send. */
type Sent<T> = T extends object ? { readonly [K in keyof T]: Sent<T[K]> } : T;
type InputOf<T> = T extends Schema ? Sent<z.input<T>> : undefined;
type OutputOf<T> = T extends Schema ? z.output<T> : undefined;
type Field<R, K extends string> = R extends { [F in K]: infer V } ? V : undefined;

type ProofInput<R> = R extends { proof: object }
  ? { password?: string | undefined; code?: string | undefined }
  : unknown;

export type RouteInput<R extends Route> = (Names<R["path"]> extends never
  ? unknown
  : { params: PathParams<R["path"], string | number> }) &
  (Field<R, "query"> extends Schema ? { query?: InputOf<Field<R, "query">> } : unknown) &
  (Field<R, "body"> extends Schema
    ? { body: InputOf<Field<R, "body">> & ProofInput<R> }
    : Field<R, "body"> extends "bytes"
      ? { body: Blob }
      : R extends { proof: object }
        ? { body?: ProofInput<R> }
        : unknown) &
  (Field<R, "ifMatch"> extends true
    ? {
        etag: string;
      }
    : unknown) & { signal?: AbortSignal };

export type RouteAnswer<R extends Route> = OutputOf<R["answer"]>;

export interface RouteRequest<R extends Route> {
  params: Field<R, "params"> extends Schema ? OutputOf<Field<R, "params">> : PathParams<R["path"], string>;
  query: OutputOf<Field<R, "query">>;
  body: OutputOf<Field<R, "body">>;
  etag: Field<R, "ifMatch"> extends true ? string : undefined;
}
