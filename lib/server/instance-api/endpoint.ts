import "server-only";
import type { z } from "zod";
import { AppError } from "@/lib/errors";
import type { Caller, InstanceStore } from "@/lib/server/instance";
import type { Settings } from "@/lib/shared/settings/values";
import type { DoorRequest } from "@/lib/server/door";
import { bodyOf, jsonOf } from "@/lib/server/api/body";
import type { Params } from "@/lib/server/api/match";
import type { PathParams } from "@/lib/shared/contract/route";
import { parseForm } from "./form";
import { db } from "@/lib/server/db";
import { findSession } from "@/lib/server/operators/session-store";

/** An endpoint's description for the OpenAPI document. */
interface Description {
  id: string;
  summary: string;
  description: string;
  /** Without a schema, the request needs no body. If it has one, the body must be JSON, and is ignored. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** Missing: an answer without content. */
  answer?: z.ZodType;
  /** Error statuses in addition to those that every endpoint has. */
  refusals?: Readonly<Record<string, string>>;
}

interface Definition<P extends string, B extends z.ZodType, Q extends z.ZodType> extends Description {
  body?: B;
  query?: Q;
  /**
   * `bots`: bots may call it too. `open`: callers need not identify themselves. By default, only people may call
   * it.
   */
  callers?: "bots" | "open";
  /** The caller must always have proved who they are. */
  proof?: true;
  /** Does the work and returns the value to send as JSON; undefined for an answer without content. */
  handle(input: {
    caller: Caller;
    /** Uses the same settings as the request. */
    store: InstanceStore;
    settings: Settings;
    body: z.output<B>;
    query: z.output<Q>;
    params: PathParams<P, string>;
    /** For an endpoint that needs a proof only sometimes. @throws AppError `proof-required` */
    requireProof: () => Promise<void>;
  }): Promise<unknown>;
}

/** One operation of the instance API. */
export interface Endpoint extends Description {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path after `/api/v9` or `/api`; `:name` matches one segment. */
  readonly path: string;
  readonly callers: "people" | "bots" | "open";
  /**
   * Parses a request that passed authentication and limits.
   * @returns the remaining work; for an open endpoint it needs no caller
   * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-json`, `invalid-input`
   */
  parse(
    request: DoorRequest,
    params: Params,
  ): (caller: Caller, store: InstanceStore, settings: Settings) => Promise<unknown>;
}

/** Connects a definition's path and schemas to its handler's types: the handler receives the parsed input. */
export function endpoint<
  const P extends string,
  B extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
>(method: Endpoint["method"], path: P, definition: Definition<P, B, Q>): Endpoint {
  const { handle, proof, ...described } = definition;
  return {
    callers: "people",
    ...described,
    method,
    path,
    parse(request, found) {
      const sent = bodyOf(request).byteLength === 0 ? undefined : jsonOf(request);
      if (definition.body && sent === undefined) throw new AppError("malformed-json");
      const { body, query } = parseInput(definition, sent, request.search);
      // The path matched, so each name has a value.
      const params = found as PathParams<P, string>;
      return async (caller, store, settings) => {
        const requireProof = () => proofOf(caller);
        if (proof) await requireProof();
        return handle({ caller, store, settings, body, query, params, requireProof });
      };
    },
  };
}

/** Checks body and query together, so that a client receives all problems at once. */
function parseInput<B extends z.ZodType, Q extends z.ZodType>(
  schemas: { body?: B; query?: Q },
  body: unknown,
  search: string,
): { body: z.output<B>; query: z.output<Q> } {
  const problems = [];
  const parsed: { body?: z.output<B>; query?: z.output<Q> } = {};
  for (const part of ["body", "query"] as const) {
    const schema = schemas[part];
    if (!schema) continue;
    try {
      const given = part === "body" ? body : Object.fromEntries(new URLSearchParams(search));
      parsed[part] = parseForm(schema, given) as z.output<B> & z.output<Q>;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new AppError("invalid-input", undefined, { problems });
  return parsed as { body: z.output<B>; query: z.output<Q> };
}

/**
 * A token of the panel's pages is only as trustworthy as its session: for dangerous actions, the operator must
 * have proved who they are in that session. Tokens for scripts were created with a proof, and other programs that
 * issue tokens know the signing key.
 * @throws AppError `proof-required`
 */
async function proofOf({ sessionId }: Caller): Promise<void> {
  if (sessionId === undefined) return;
  const session = await findSession(db(), sessionId);
  if (!session?.isProved || session.needsFactor) throw new AppError("proof-required");
}
