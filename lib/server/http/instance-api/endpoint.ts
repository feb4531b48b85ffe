import "server-only";
import type { z } from "zod";
import { AppError, type InputProblem } from "@/lib/errors";
import type { Caller, InstanceStore } from "@/lib/server/instance";
import type { Settings } from "@/lib/shared/settings/values";
import type { WholeRequest } from "@/lib/server/http/door";
import { bodyOf, jsonOf } from "@/lib/server/http/api/body";
import type { Params } from "@/lib/server/http/api/match";
import type { PathParams } from "@/lib/shared/contract/route";
import type { Operators } from "@/lib/server/operators";

interface Description {
  id: string;
  summary: string;
  description: string;
  /** If omitted, the request needs no body, and a JSON body is ignored. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** If omitted, the answer has no content. */
  answer?: z.ZodType;
  refusals?: Readonly<Record<string, string>>;
}

interface Local {
  caller: Caller;
  /** The local store, which uses these `settings`. */
  store: InstanceStore;
  settings: Settings;
}

type Standings = Pick<Operators, "standingOf">;

interface Definition<P extends string, B extends z.ZodType, Q extends z.ZodType> extends Description {
  body?: B;
  query?: Q;
  /**
   * `bots`: people and bots may call the endpoint. `open`: callers need no token. By default, only people may call
   * it.
   */
  callers?: "bots" | "open";
  /** If true, the token of a panel session is accepted only if the session has proof of identity. */
  proof?: true;
  handle(
    input: Local & {
      body: z.output<B>;
      query: z.output<Q>;
      params: PathParams<P, string>;
      /** For endpoints that need proof of identity only in some cases. @throws AppError `proof-required` */
      requireProof: () => Promise<void>;
    },
  ): Promise<unknown>;
}

export interface Endpoint extends Description {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path after `/api/v9` or `/api`; `:name` matches one segment. */
  readonly path: string;
  readonly callers: "people" | "bots" | "open";
  run(request: WholeRequest, params: Params, local: Local & Standings): Promise<unknown>;
}

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
    async run(request, matched, { standingOf, ...local }) {
      const sent = bodyOf(request).byteLength === 0 ? undefined : jsonOf(request);
      if (definition.body && sent === undefined) throw new AppError("malformed-json");
      const { body, query } = parseInput(definition, sent, request.search);
      // Safe, because `found` has a value for each parameter of the path.
      const params = matched as PathParams<P, string>;
      const requireProof = () => proofOf(standingOf, local.caller);
      if (proof) await requireProof();
      return handle({ ...local, body, query, params, requireProof });
    },
  };
}

/** The errors for values of the wrong type, by expected type. Existing clients of this API expect these codes. */
const WRONG_TYPE: Readonly<Record<string, readonly [code: string, message: string]>> = {
  string: ["STRING_TYPE_CONVERT", "Could not interpret the value as string."],
  boolean: ["BOOLEAN_TYPE_CONVERT", "Must be either true or false."],
  object: ["DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"],
};

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
}

function asProblem(issue: z.core.$ZodIssue, input: unknown): InputProblem {
  const path = issue.path.join(".");
  const missing = issue.code === "invalid_type" && path !== "" && valueAt(input, issue.path) == null;
  if (missing || issue.code === "too_small") {
    return { path, code: "BASE_TYPE_REQUIRED", message: "This field is required" };
  }
  if (issue.code === "invalid_type") {
    const [code, message] = WRONG_TYPE[issue.expected] ?? ["BASE_TYPE_BAD_TYPE", issue.message];
    return { path, code, message };
  }
  const named: unknown = issue.code === "custom" ? issue.params?.code : undefined;
  return { path, code: typeof named === "string" ? named : "BASE_TYPE_INVALID", message: issue.message };
}

/** @throws AppError `invalid-input` with one problem per invalid field */
function parseForm<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new AppError("invalid-input", undefined, {
    problems: result.error.issues.map((issue) => asProblem(issue, input)),
  });
}

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
 * Refuses the token of a panel session without proof of identity. Other tokens need no check: named tokens were
 * created with a proof, and programs that sign tokens themselves know the signing key.
 * @throws AppError `proof-required`
 */
async function proofOf(standingOf: Operators["standingOf"], { sessionId }: Caller): Promise<void> {
  if (sessionId === undefined) return;
  if (!(await standingOf(sessionId))?.isProved) throw new AppError("proof-required");
}
