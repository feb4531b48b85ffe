import "server-only";
import { OPERATOR_HEADER } from "@/lib/shared/operator-header";
import { $ZodError } from "zod/v4/core";
import en from "zod/v4/locales/en.js";
import * as z from "zod/mini";
import type { Env } from "@/lib/env";
import { AppError, type InputProblem } from "@/lib/errors";
import type { Turns } from "@/lib/turns";
import { allowed, matcher, type Params } from "@/lib/server/http/api/match";
import { wellFormedJsonOf, wholeRequest } from "@/lib/server/http/api/body";
import type { Audit } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import { noteAccount, noteSecurityEvent } from "@/lib/request-context";
import { type Answer, type DoorRequest, isEncoded, type WholeRequest } from "@/lib/server/http/door";
import type { Instance } from "@/lib/server/instance";
import { authorOf, bearerToken, type Operators, type Session } from "@/lib/server/operators";
import { roles, VIEWER_REASON } from "@/lib/shared/role";
import { proofFields } from "@/lib/shared/contract/fields";
import type { Route } from "@/lib/shared/contract/route";
import type { AnyCall, EntryDetails, Handled, Served } from "./handlers";
import type { Problems } from "./problem";
import { limitRefusal } from "./sections";
import { refuseOtherSites, SAFE_METHODS } from "./same-origin";

const PREFIX = "/api/panel";
const DEFAULT_LIMIT = 1024 * 1024;
/** Size of a body (bytes) above which edits wait for other such requests, and an answer holds its operator's share. */
const LARGE = 64 * 1024;
/** How long (ms) an answer that its client does not read may hold its operator's share. */
const LONGEST_HELD = 30_000;

/** zod/mini has no messages, so use zod's messages. */
const messages = { error: en().localeError };

const NOTHING = new Uint8Array();
const NO_SESSION = "You are not signed in, or your session has ended. Sign in and try again.";
const NOT_FOUND = "This address does not exist in the panel API. Check the path and the method.";

export function roleRefusal(session: Session, route: Route): string | null {
  const { role } = session;
  if (roles.indexOf(role) >= roles.indexOf(route.role)) return limitRefusal(session, route);
  return role === "viewer"
    ? VIEWER_REASON
    : `This requires the role ${route.role}, and your role is ${role}. Ask an owner.`;
}

export interface PanelApiDeps {
  db: Db;
  env: Pick<Env, "publicUrl">;
  problems: Problems;
  audit: Pick<Audit, "audited" | "recordFailure">;
  operators: Pick<Operators, "confirmPassword" | "noteProof" | "requestSession">;
  panel: { instanceFor: (session: Session) => Promise<Instance> };
  turns: Turns;
}

/**
 * Creates the panel API for a table of routes. Checks each request's origin, session, role, input and proof of
 * identity, writes the audit entry, and converts errors to problem details.
 * @param sessionOf returns the session of a request; undefined if it has no valid session
 */
export function panelApi(
  table: readonly Served[],
  deps: PanelApiDeps,
  sessionOf: (request: Pick<DoorRequest, "header" | "context">) => Promise<Session | undefined> = (request) =>
    deps.operators.requestSession(request),
) {
  const { db, audit: auditLog, turns } = deps;

  async function recordRefusal(session: Session, { audit }: Route): Promise<void> {
    if (audit === undefined) return noteSecurityEvent("role.refused");
    const target = String([audit].flat()[0]);
    await auditLog.recordFailure(db, { actor: authorOf(session), action: "role.refused", target });
  }

  const match = matcher(table.map(({ route, load }) => ({ ...route, route, load })));
  const find = (path: string) => match(path.slice(PREFIX.length));

  async function authorize(session: Session, route: Route): Promise<void> {
    if (session.needsFactor && !route.beforeFactor)
      throw new AppError(
        "factor-required",
        "Every operator of this panel must have a second factor. Set one up at /second-factor first.",
      );
    const refusal = roleRefusal(session, route);
    if (refusal === null) return;
    await recordRefusal(session, route);
    throw new AppError("forbidden", refusal);
  }

  async function admit(request: DoorRequest, matched: ReturnType<typeof find>): Promise<Waiting> {
    const served = matched.methods.get(request.method);
    // Pages of other sites may send only reads that are not audited. Requests with an API token and no cookie
    // are not checked, because pages of other sites cannot send API tokens.
    if (bearerToken(request) === undefined || request.header("cookie") !== null)
      refuseOtherSites(deps.env.publicUrl, request, served?.audit ? [] : SAFE_METHODS);
    const session = await sessionOf(request);
    if (!session) throw new AppError("unauthorized", NO_SESSION);
    requireSameOperator(request, session);
    noteAccount(session.operator.username);
    if (session.token) request.context.apiToken = session.token.name;
    if (matched.pattern === null) throw new AppError("not-found", NOT_FOUND);
    if (!served) throw new AppError("method-not-allowed");
    await authorize(session, served.route);
    return { served, session, request, pathParams: matched.params };
  }

  async function received({ request, ...rest }: Waiting): Promise<Sender> {
    const { method, limit = DEFAULT_LIMIT } = rest.served.route;
    if (method === "GET") return { ...rest, request: { ...request, body: NOTHING } };
    return { ...rest, request: await wholeRequest(request, limit) };
  }

  async function perform(sender: Sender): Promise<Answer> {
    const { route, call, recorded, handler } = await prepare(deps, sender);
    const { work, records } = handler;
    const entry = { actor: call.author, action: String(route.audit), ...handler.entry?.(call) };
    const completion = (result: unknown) => ({
      ...(entry.target === undefined && { target: versionOf(result) }),
      ...recorded,
    });
    const done =
      route.audit === undefined || records
        ? work(call)
        : auditLog.audited(db, entry, () => Promise.resolve(work(call)), completion);
    const result = await Promise.resolve(done).catch(async (error: unknown) => {
      // A handler refuses settings outside the operator's sections.
      if (error instanceof AppError && error.details.refused !== undefined)
        await recordRefusal(call.session, route);
      throw error;
    });
    return answerOf(route, call, result);
  }

  /** While the request waited or sent its body, its session may have ended or changed. */
  async function reauthorized(sender: Sender, hasWaited: boolean): Promise<Sender> {
    const { served, request } = sender;
    if (hasWaited && request.closed().aborted)
      throw new AppError("invalid-input", "The client disconnected. Send the request again.");
    if (!hasWaited && served.route.method === "GET") return sender;
    const current = await sessionOf(request);
    if (!current) throw new AppError("unauthorized", NO_SESSION);
    await authorize(current, served.route);
    return { ...sender, session: current };
  }

  function performInTurn(sender: Sender): Promise<Answer> {
    const { served, session, request } = sender;
    const { takesTurns } = served.route;
    const isLarge = request.body !== null && request.body.byteLength > LARGE;
    if (takesTurns === undefined || (takesTurns === "edits" && !isLarge)) return perform(sender);
    return turns[takesTurns](personOf(session), async () => perform(await reauthorized(sender, true)));
  }

  /**
   * Requests of one operator must not hold up those of others, nor the operator's scripts the pages. A large answer is in
   * memory until the client has it. A request that waits has no body in memory.
   */
  async function performInShare(sender: Waiting): Promise<Answer> {
    const { served, session, request } = sender;
    const whole = async (hasWaited: boolean) => reauthorized(await received(sender), hasWaited);
    if (served.route.answer === "stream") return performInTurn(await whole(false));
    const closed = request.closed();
    return new Promise((resolve, reject) => {
      turns
        .requests(personOf(session), async (hasWaited) => {
          const answered = await performInTurn(await whole(hasWaited));
          resolve(answered);
          if ((answered.body?.length ?? 0) > LARGE) await endOf(closed);
        })
        .catch(reject);
    });
  }

  return {
    async answer(request: DoorRequest): Promise<Answer> {
      const matched = find(request.path);
      const named = (answered: Answer): Answer =>
        matched.pattern === null ? answered : { ...answered, route: `panel${matched.pattern}` };
      const allow = { Allow: allowed(matched) };
      try {
        if (!isEncoded(request.path)) throw new AppError("not-found", NOT_FOUND);
        if (request.method === "OPTIONS") return named({ status: 204, headers: allow });
        const sender = await admit(request, matched);
        const answered = await performInShare(sender);
        return named(request.method === "HEAD" ? await withoutBody(answered) : answered);
      } catch (error) {
        const problem = deps.problems.problemAnswer(error);
        return named(
          problem.status === 405 ? { ...problem, headers: { ...problem.headers, ...allow } } : problem,
        );
      }
    },
  };
}

/** An operator's scripts have turns of their own, so that they do not hold up the operator's pages. */
const personOf = ({ operator, token }: Session): number => operator.id * (token ? -1 : 1);

const endOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_HELD);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });

/** @throws AppError `other-operator` if the request is from a page of another operator */
function requireSameOperator({ header }: Pick<DoorRequest, "header">, { operator }: Session): void {
  const expected = header(OPERATOR_HEADER);
  if (expected === null || expected === String(operator.id)) return;
  throw new AppError(
    "other-operator",
    `${operator.username} has signed in in this browser since this page was opened. Nothing was changed. Sign in again under your own name, or reload the page to continue as ${operator.username}.`,
  );
}

async function withoutBody({ status, headers, stream }: Answer): Promise<Answer> {
  await stream?.cancel();
  return { status, headers };
}

interface Waiting {
  served: Served;
  session: Session;
  request: DoorRequest;
  pathParams: Params;
}

interface Sender extends Omit<Waiting, "request"> {
  request: WholeRequest;
}

interface Admitted {
  route: Route;
  handler: Handled;
  call: AnyCall;
  /** Details that the handler adds to the audit entry. */
  recorded: EntryDetails;
}

async function prepare(
  { operators, panel }: PanelApiDeps,
  { served: { route, load }, session, request, pathParams }: Sender,
): Promise<Admitted> {
  const parse = (schema: Route["query"], value: unknown) =>
    schema === undefined ? undefined : z.parse(schema, value, messages);
  const params = route.params === undefined ? pathParams : parse(route.params, pathParams);
  const query = parse(route.query, Object.fromEntries(new URLSearchParams(request.search)));
  const etag = route.ifMatch ? ifMatch(request) : undefined;
  const { body, evidence } = parseSent(route, sentTo(route, request));
  const isProved =
    route.proof && evidence
      ? await prove(operators, route, route.proof, session, evidence)
      : session.isProved;
  const requireProof = (consequences: readonly InputProblem[] = []) => {
    if (!isProved) throw proofRequired(route.proof?.refusal ?? "Nothing was done", consequences);
  };
  if (route.proof && route.proof.when === undefined) requireProof();
  const recorded: EntryDetails = {};
  const record = ({ target, detail }: EntryDetails) => {
    if (target !== undefined) recorded.target = target;
    recorded.detail = { ...recorded.detail, ...detail };
  };
  const { operator } = session;
  const instance = () => panel.instanceFor(session);
  const known = { params, query, body, etag, operator, author: authorOf(session), session, request };
  return {
    route,
    handler: await load(),
    recorded,
    call: { ...known, instance, isProved, requireProof, headers: {}, record },
  };
}

/** Undefined if the route reads no JSON, or if it reads only proof of identity and none was sent. */
function sentTo({ body, proof }: Route, request: WholeRequest): unknown {
  if (body === "bytes") return proof ? jsonIfAny(request) : undefined;
  if (body !== undefined) return wellFormedJsonOf(request);
  return !proof || request.body?.byteLength === 0 ? undefined : wellFormedJsonOf(request);
}

/** Returns the body as JSON. Undefined if it is not JSON, because its handler explains the mistakes in it. */
function jsonIfAny(request: WholeRequest): unknown {
  try {
    return wellFormedJsonOf(request);
  } catch {
    return undefined;
  }
}

/** @throws ZodError with the problems of both */
function parseSent(
  { body, proof }: Route,
  sent: unknown,
): { body: unknown; evidence?: Evidence | undefined } {
  const parsedBody = body === undefined || body === "bytes" ? undefined : z.safeParse(body, sent, messages);
  const fields = body === "bytes" && Array.isArray(sent) ? {} : (sent ?? {});
  const parsedProof = proof && z.safeParse(proofFields[proof.field ?? "password"], fields, messages);
  const problems = [...(parsedBody?.error?.issues ?? [])];
  const isKnown = (path: readonly PropertyKey[]) => problems.some((one) => one.path.join() === path.join());
  problems.push(...(parsedProof?.error?.issues ?? []).filter(({ path }) => !isKnown(path)));
  if (problems.length > 0) throw new $ZodError(problems);
  return { body: parsedBody?.data, evidence: parsedProof?.data };
}

/**
 * The header must contain one strong or weak tag.
 * @throws AppError `precondition-required` if the header is missing or invalid
 */
function ifMatch({ header }: Pick<DoorRequest, "header">): string {
  const tag = /^\s*(?:W\/)?"([^"]+)"\s*$/.exec(header("if-match") ?? "")?.[1];
  if (tag) return tag;
  throw new AppError(
    "precondition-required",
    'The request must name the version it changes. Send the ETag of GET /api/panel/config as If-Match: "<etag>".',
  );
}

type Proof = NonNullable<Route["proof"]>;
type Evidence = z.infer<(typeof proofFields)["password"]>;

/**
 * Routes that control access to the panel. A stolen API token must not be enough to add tokens or operators,
 * or to change passwords. A backup contains the hashes of passwords and the secret that signs sessions.
 */
const ABOUT_ACCESS =
  /^\/(?:operators|invitations|account|api-tokens)(?:\/|$)|^\/users\/:id\/tokens$|^\/backups\/:id\/(?:download|restore)$/;

/**
 * A wrong password is refused even if the session already has a proof. An API token that was created with
 * `confirmed: true` counts as a proof, except on routes that control access.
 * @throws AppError `invalid-settings` for a wrong password; `rate-limited`
 */
async function prove(
  { confirmPassword, noteProof }: PanelApiDeps["operators"],
  { path }: Route,
  { refusal, field = "password" }: Proof,
  session: Session,
  { [field]: password, code }: Evidence,
): Promise<boolean> {
  const counts = session.isProved && !(session.token && ABOUT_ACCESS.test(path));
  if (password === undefined) return counts;
  const input = { password, code, path: field, undone: refusal };
  const isWhole = await confirmPassword(session.operator, input);
  if (isWhole && !session.token) await noteProof(session);
  return isWhole || counts;
}

function proofRequired(refusal: string, consequences: readonly InputProblem[]): AppError {
  noteSecurityEvent("proof.required");
  return new AppError(
    "proof-required",
    `${refusal}: confirm that it is you. Send your password, and a code if your account has a second factor.`,
    { problems: consequences },
  );
}

/** The version becomes the target of an audit entry that has no other target. */
const versionOf = (answer: unknown): string | undefined => (answer as { etag?: string } | undefined)?.etag;

function answerOf(route: Route, call: AnyCall, result: unknown): Answer {
  const headers = { "cache-control": "no-store", ...call.headers };
  if (route.answer === "bytes" || route.answer === "stream") {
    const answered = result as Partial<Answer>;
    return { status: 200, ...answered, headers: { ...headers, ...answered.headers } };
  }
  const etag = versionOf(result);
  return {
    status: route.status ?? 200,
    headers: {
      "content-type": "application/json",
      ...headers,
      ...(route.etag && etag !== undefined && { ETag: `"${etag}"` }),
    },
    body: JSON.stringify(result),
  };
}
