import "server-only";
import type { InputProblem } from "@/lib/errors";
import type { Author } from "@/lib/shared/author";
import type { Answer, WholeRequest } from "@/lib/server/http/door";
import type { Instance } from "@/lib/server/instance";
import type { Rooms } from "@/lib/server/rooms";
import type { Operator, Session } from "@/lib/server/operators";
import type { Route, RouteAnswer, RouteRequest } from "@/lib/shared/contract/route";

export interface EntryDetails {
  target?: string;
  /** Must not contain secrets. Contains the paths of settings, but not their values. */
  detail?: Record<string, unknown>;
}

interface Circumstances {
  operator: Operator;
  author: Author;
  session: Session;
  request: WholeRequest;
  /** @throws AppError `conflict` */
  instance: () => Promise<Instance>;
  headers: Record<string, string>;
  /** Used for details that are known only after the work. */
  record: (details: EntryDetails) => void;
}

/** For routes that need proof of identity only in some cases. @throws AppError `proof-required` */
interface ProofNeeded {
  requireProof: (consequences?: readonly InputProblem[]) => void;
  isProved: boolean;
}

export type Call<R extends Route> = RouteRequest<R> &
  Circumstances &
  (R extends { proof: { when: string } } ? ProofNeeded : unknown);

export type AnyCall = Record<keyof RouteRequest<Route>, unknown> & Circumstances & ProofNeeded;

/**
 * If the route has a schema for its answer, the result is sent as JSON. Handlers for bytes and streams return
 * an `Answer`.
 */
type Result<R extends Route> = R["answer"] extends "bytes" | "stream" ? Partial<Answer> : RouteAnswer<R>;
type Work<R extends Route> = (call: Call<R>) => Promise<Result<R>>;

/**
 * How a handler's action is audited. Before the work begins, `entry` returns the content of the audit entry
 * and, if the route has several actions, the action. With `records: true`, the work writes its own entries.
 */
type Recording<R extends Route> = R extends { audit: readonly (infer Action)[] }
  ? { entry: (call: Call<R>) => EntryDetails & { action: Action } } | { records: true }
  : R extends { audit: string }
    ? { entry: (call: Call<R>) => EntryDetails } | { records: true }
    : never;

type Handler<R extends Route> =
  | (R extends { audit: readonly string[] } ? never : Work<R>)
  | ({ work: Work<R> } & Recording<R>);

/** A handler whose type does not depend on its route. The route's schemas have already parsed its input. */
export interface Handled {
  work: (call: AnyCall) => Promise<unknown>;
  entry?: (call: AnyCall) => EntryDetails & { action?: string };
  records?: true;
}

export type Handlers<T> = (rooms: Rooms) => Record<keyof T, Handled>;

/** The compiler requires a handler for each route. */
export const handlers =
  <T extends Record<string, Route>>(
    routes: T,
    create: (rooms: Rooms) => { [K in keyof T]: Handler<T[K]> },
  ): Handlers<T> =>
  (rooms) => {
    const created = create(rooms);
    const handled = Object.keys(routes).map((name) => {
      const handler = created[name];
      return [name, typeof handler === "function" ? { work: handler } : handler];
    });
    return Object.fromEntries(handled) as Record<keyof T, Handled>;
  };

/** Like `handlers`, but the work writes its own audit entries, because the command line also calls it. */
export const recordedHandlers =
  <T extends Record<string, Route>>(
    routes: T,
    create: (rooms: Rooms) => { [K in keyof T]: Work<T[K]> },
  ): Handlers<T> =>
  (rooms) => {
    const created = create(rooms);
    const handled = Object.keys(routes).map((name) => [name, { work: created[name], records: true }]);
    return Object.fromEntries(handled) as Record<keyof T, Handled>;
  };

/** A route with its handler, which is loaded at the first request for the resource. */
export interface Served {
  route: Route;
  load: () => Promise<Handled>;
}
