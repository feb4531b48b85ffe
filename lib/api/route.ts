import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Settings } from "@/lib/config/values";
import { type Caller, type Directory, directory, hasRight, instanceApi, Right } from "@/lib/instance";
import { AppError } from "../errors";
import { REQUEST_ID_HEADER } from "../request-headers";
import { requestAddress } from "./address";
import { readJson } from "./body";
import { preflight } from "./cors";
import { parseForm } from "./form";
import { liveSettings } from "./live-settings";
import { isOfTheInstance, pass } from "./pass";
import { enter, type Passage } from "./rate-limit";
import { errorResponse, json } from "./respond";

type Params = Record<string, string | string[] | undefined>;
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

interface Endpoint<B extends z.ZodType, Q extends z.ZodType, P extends string> {
  method: Method;
  /** Without it a body is read, judged as JSON and ignored. */
  body?: B;
  query?: Q;
  /** Names of the path's parameters, beside the version. */
  params?: readonly P[];
  handle(input: {
    caller: Caller;
    /** Works by the settings that the request was judged by. */
    directory: Directory;
    body: z.output<B>;
    query: z.output<Q>;
    params: Record<P, string>;
  }): Promise<unknown>;
}

/**
 * Judges `/api/v9/…` by the live file. `default` stands for a path without a version, by the rewrite in next.config.mjs.
 * @throws AppError `invalid-api-version`; `not-found` for what is no version at all
 */
function checkVersion(segment: string, settings: Settings): void {
  const version = segment === "default" ? settings.get("api.defaultVersion") : /^v(\d.*)$/.exec(segment)?.[1];
  if (version === undefined) throw new AppError("not-found");
  if (!settings.get("api.activeVersions").includes(version)) throw new AppError("invalid-api-version");
}

/** The caller, or why there is none; told only after the limits have been counted. */
async function identify(request: Request, local: Directory): Promise<Caller | AppError> {
  try {
    return await local.authenticate(request.headers.get("authorization"));
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") return error;
    throw error;
  }
}

/** Bots may not call any endpoint of this API; spec/decisions.md says so of each. */
function requirePerson(caller: Caller | AppError): Caller {
  if (caller instanceof AppError) throw caller;
  if (caller.bot) throw new AppError("bots-not-allowed");
  return caller;
}

interface Received {
  request: Request;
  params: Params;
  caller: Caller | AppError;
  directory: Directory;
}
type Work = (received: Received) => Promise<Response>;

/** The local directory's way: limits, then version, then the endpoint's own work. */
async function serve(request: Request, params: Params, work: Work, admitted: (passage: Passage) => void) {
  const settings = await liveSettings();
  const local = directory(undefined, settings);
  const caller = await identify(request, local);
  const passage = await enter(settings, {
    address: requestAddress(request, settings),
    userId: caller instanceof AppError ? undefined : caller.id,
    exempt: !(caller instanceof AppError) && hasRight(caller.rights, Right.BYPASS_RATE_LIMITS),
  });
  admitted(passage);
  checkVersion(String(params.version), settings);
  return work({ request, params, caller, directory: local });
}

/** What every request goes through: an answer of the API's shape whatever happens, and the same headers on each. */
function guarded(work: Work, forwarded: (request: Request) => boolean): Handler {
  return async (request, context) => {
    const requestId = request.headers.get(REQUEST_ID_HEADER) ?? randomUUID();
    let passage: Passage | undefined;
    let response: Response;
    try {
      const base = instanceApi();
      response =
        base !== null && forwarded(request)
          ? await pass(request, base)
          : await serve(request, await context.params, work, (admitted) => (passage = admitted));
    } catch (error) {
      response = errorResponse(error, { requestId });
    }
    if (response.status >= 400 && response.status !== 429) await passage?.failed();
    for (const [name, value] of Object.entries({ "X-Request-Id": requestId, ...passage?.headers }))
      response.headers.set(name, value);
    return response;
  };
}

function handlers(
  allowed: string,
  handler: (method: Method) => Handler,
): Record<Method | "OPTIONS", Handler> {
  return {
    ...(Object.fromEntries(METHODS.map((method) => [method, handler(method)])) as Record<Method, Handler>),
    OPTIONS: async (request) => preflight(request, allowed),
  };
}

/** The handlers of one path of the instance API: its endpoint, and an answer to every other method. */
export function instanceRoute<
  B extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  const P extends string = never,
>(endpoint: Endpoint<B, Q, P>) {
  const allowed = `${endpoint.method}, OPTIONS`;
  const answer = guarded(
    async ({ request, params, caller: sender, directory: local }) => {
      const caller = requirePerson(sender);
      const sent = await readJson(request);
      const query = endpoint.query ? Object.fromEntries(new URL(request.url).searchParams) : {};
      if (endpoint.body && sent === undefined) throw new AppError("malformed-json");
      const input = {
        caller,
        directory: local,
        ...parseInput(endpoint, sent, query),
        params: Object.fromEntries(
          (endpoint.params ?? []).map((name) => [name, String(params[name])]),
        ) as Record<P, string>,
      };
      return json(200, await endpoint.handle(input));
    },
    () => true,
  );
  const refuse = guarded(
    async () => errorResponse(new AppError("method-not-allowed"), { headers: { Allow: allowed } }),
    isOfTheInstance,
  );
  return handlers(allowed, (method) => (method === endpoint.method ? answer : refuse));
}

/** Body and query are judged together, so that a client learns of all that is wrong at once. */
function parseInput<B extends z.ZodType, Q extends z.ZodType>(
  endpoint: { body?: B; query?: Q },
  body: unknown,
  query: unknown,
): { body: z.output<B>; query: z.output<Q> } {
  const problems = [];
  const parsed: { body?: z.output<B>; query?: z.output<Q> } = {};
  for (const part of ["body", "query"] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    try {
      parsed[part] = parseForm(schema, part === "body" ? body : query) as z.output<B> & z.output<Q>;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new AppError("invalid-input", undefined, { problems });
  return parsed as { body: z.output<B>; query: z.output<Q> };
}

/** Handlers for a path that is none of ours: 404 to every method, unless an existing instance has it. */
export function unknownRoute() {
  const answer = guarded(async () => errorResponse(new AppError("not-found")), isOfTheInstance);
  return handlers("OPTIONS", () => answer);
}
