import "server-only";
import type { Author } from "@/lib/shared/author";
import type { Answer, DoorRequest } from "@/lib/server/door";
import type { Instance } from "@/lib/server/instance";
import type { Operator } from "@/lib/server/operators/accounts";
import type { Session } from "@/lib/server/operators/session-store";
import type { Route, RouteAnswer, RouteRequest } from "@/lib/shared/contract/route";

/** Parts of an audit entry besides the actor, the origin and the action. */
export interface EntryDetails {
  target?: string;
  /** Never contains secrets: key paths, not values. */
  detail?: Record<string, unknown>;
}

interface Circumstances {
  operator: Operator;
  /** The operator, as versions and the audit name them. */
  author: Author;
  session: Session;
  request: DoorRequest;
  /** The instance with the session's account. @throws AppError `conflict` */
  instance: () => Promise<Instance>;
  /** Headers to add to the answer. */
  headers: Record<string, string>;
  /** Adds details to the audit entry that are known only after the work. */
  record: (details: EntryDetails) => void;
}

/** For a route that needs a proof only for some requests. @throws AppError `proof-required` */
interface ProofNeeded {
  requireProof: () => void;
  isProved: boolean;
}

/** The parsed input and all data of a request for its handler. */
export type Call<R extends Route> = RouteRequest<R> &
  Circumstances &
  (R extends { proof: { when: string } } ? ProofNeeded : unknown);

/** The same for any route. */
export type AnyCall = Record<keyof RouteRequest<Route>, unknown> & Circumstances & ProofNeeded;

/** A schema's value is sent as JSON. Bytes and streams are sent by a separate answer. */
type Result<R extends Route> = R["answer"] extends "bytes" | "stream" ? Partial<Answer> : RouteAnswer<R>;
type Work<R extends Route> = (call: Call<R>) => Promise<Result<R>>;

/**
 * `entry`: the content of the entry that is written before the work starts; for a route with several actions also
 * the action. `records`: the service that does the work writes its own entries.
 */
type Recording<R extends Route> = R extends { audit: readonly (infer Action)[] }
  ? { entry: (call: Call<R>) => EntryDetails & { action: Action } } | { records: true }
  : R extends { audit: string }
    ? { entry: (call: Call<R>) => EntryDetails } | { records: true }
    : never;

type Handler<R extends Route> =
  | (R extends { audit: readonly string[] } ? never : Work<R>)
  | ({ work: Work<R> } & Recording<R>);

/** A handler without its route's types. The input was parsed by the route's own schemas. */
export interface Handled {
  work: (call: AnyCall) => Promise<unknown>;
  entry?: (call: AnyCall) => EntryDetails & { action?: string };
  records?: true;
}

/** Connects the routes of a resource with their handlers. The compiler requires a handler for each. */
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

/**
 * The same for services that write their entries themselves, because programs without this API use them, too: to provision
 * bots.
 */
export function recordedHandlers<T extends Record<string, Route>>(
  routes: T,
  own: { [K in keyof T]: Work<T[K]> },
): Record<keyof T, Handled> {
  const handled = Object.keys(routes).map((name): [string, unknown] => [
    name,
    { work: own[name], records: true },
  ]);
  return Object.fromEntries(handled) as Record<keyof T, Handled>;
}

/** A route whose handler is loaded at the first request for its resource. */
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
