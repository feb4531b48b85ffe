import "server-only";
import type { Answer, DoorRequest } from "@/lib/server/door";
import type { Instance } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators/accounts";
import type { Session } from "@/lib/server/operators/session-store";
import type { Route, RouteAnswer, RouteRequest } from "@/lib/shared/contract/route";

/** What an audit entry says besides who, where from and which action. */
export interface EntryDetails {
  target?: string;
  /** Never secrets: key paths, not values. */
  detail?: Record<string, unknown>;
}

interface Circumstances {
  operator: Operator;
  session: Session;
  request: DoorRequest;
  /** The instance, in the name of the session. @throws AppError `conflict` */
  instance: () => Promise<Instance>;
  /** Headers to add to the answer. */
  headers: Record<string, string>;
  /** Adds to the audit entry what is known only after the work. */
  record: (details: EntryDetails) => void;
}

/** For a route that needs a proof only for some requests. @throws AppError `proof-required` */
interface ProofNeeded {
  requireProof: () => void;
}

/** Everything that a handler knows of a request; the input is parsed. */
export type Call<R extends Route> = RouteRequest<R> &
  Circumstances &
  (R extends { proof: { when: string } } ? ProofNeeded : unknown);

/** The same for any route. */
export type AnyCall = Record<keyof RouteRequest<Route>, unknown> & Circumstances & ProofNeeded;

/** A schema's value is sent as JSON; bytes and streams are an answer of their own. */
type Result<R extends Route> = R["answer"] extends "bytes" | "stream" ? Partial<Answer> : RouteAnswer<R>;
type Work<R extends Route> = (call: Call<R>) => Promise<Result<R>>;

/**
 * `entry`: what the entry says that is written before the work begins; of a route with several actions also which one it
 * is. `records`: the service that does the work writes its own entries.
 */
type Recording<R extends Route> = R extends { audit: readonly (infer Action)[] }
  ? { entry: (call: Call<R>) => EntryDetails & { action: Action } } | { records: true }
  : R extends { audit: string }
    ? { entry: (call: Call<R>) => EntryDetails } | { records: true }
    : never;

type Handler<R extends Route> =
  | (R extends { audit: readonly string[] } ? never : Work<R>)
  | ({ work: Work<R> } & Recording<R>);

/** A handler, whatever its route's types are: the input was parsed by the route's own schemas. */
export interface Handled {
  work: (call: AnyCall) => Promise<unknown>;
  entry?: (call: AnyCall) => EntryDetails & { action?: string };
  records?: true;
}

/** Connects the routes of a resource with what the server does. The compiler asks for a handler of each. */
export function handlers<T extends Record<string, Route>>(
  routes: T,
  own: { [K in keyof T]: Handler<T[K]> },
): Record<keyof T, Handled> {
  const handled = Object.keys(routes).map((name) => {
    const handler = own[name];
    return [name, typeof handler === "function" ? { work: handler } : handler];
  });
  return Object.fromEntries(handled) as Record<keyof T, Handled>;
}

/** A route whose handler is loaded at the first request for one of its resource. */
export interface Served {
  route: Route;
  load: () => Promise<Handled>;
}

export const served = <T extends Record<string, Route>>(
  routes: T,
  load: () => Promise<Record<keyof T, Handled>>,
): Served[] =>
  Object.entries(routes).map(([name, route]) => ({
    route,
    load: async () => (await load())[name as keyof T],
  }));
