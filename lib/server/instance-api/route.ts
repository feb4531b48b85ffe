import "server-only";
import { env } from "@/lib/env";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";
import {
  type Caller,
  type InstanceStore,
  instanceStore,
  hasRight,
  instanceApi,
  Right,
} from "@/lib/server/instance";
import { roleOfKey } from "@/lib/server/operators/request-session";
import { noteAccount } from "@/lib/request-context";
import { type Answer, bodyLimit, type DoorRequest } from "@/lib/server/door";
import { allowed } from "@/lib/server/api/match";
import { preflight } from "./cors";
import type { Endpoint } from "./endpoint";
import { proxyToUpstream } from "./upstream-proxy";
import { consumeLimits } from "./rate-limit";
import { errorAnswer, json, nothing } from "./respond";
import { type Found, matchRoute } from "./routes";
import { nextRoute } from "@/lib/server/api/next-route";

/** Answers a request to the instance API and never throws. The path must satisfy `isInstancePath`. */
export async function answerInstance(request: DoorRequest): Promise<Answer> {
  const found = matchRoute(request.path);
  return { ...(await answerAt(found, request)), route: found.pattern?.slice(1) };
}

async function answerAt(found: Found, request: DoorRequest): Promise<Answer> {
  if (request.method === "OPTIONS") return preflight(request, allowed(found));
  try {
    const upstream = instanceApi();
    // Nobody has confirmed yet that this panel is the instance.
    if (upstream === null && env().isModeOpen) throw new AppError("unavailable");
    if (upstream !== null && found.methods.has(request.method))
      return await proxyToUpstream(request, upstream, await request.context.clientAddress());
    return await answerLocally(request, found);
  } catch (error) {
    return errorAnswer(error, request.context);
  }
}

/** Answers from the local store. An invalid token counts against the limits, so it is checked before them. */
async function answerLocally(request: DoorRequest, found: Found): Promise<Answer> {
  const { context } = request;
  const settings = await context.settings();
  const local = instanceStore(undefined, settings);
  const sender = await identify(request, local);
  if (!(sender instanceof AppError)) noteAccount(`user ${sender.id}`);

  const limits = await consumeLimits(settings, {
    address: await context.clientAddress(),
    userId: sender instanceof AppError ? undefined : sender.id,
    exempt: !(sender instanceof AppError) && hasRight(sender.rights, Right.BYPASS_RATE_LIMITS),
  });

  const work = async (): Promise<Answer> => {
    checkVersion(found.version, settings);
    if (found.pattern === null) throw new AppError("not-found");
    const endpoint = found.methods.get(request.method);
    if (!endpoint) return errorAnswer(new AppError("method-not-allowed"), context, { Allow: allowed(found) });
    const caller = requireCaller(sender, endpoint);
    const result = await endpoint.parse(request, found.params)(caller, local, settings);
    return result === undefined ? nothing() : json(200, result);
  };
  const answer = await work().catch((error: unknown) => errorAnswer(error, context));

  if (answer.status >= 400) await limits.failed();
  return { ...answer, headers: { ...answer.headers, ...limits.headers } };
}

/** The caller, or the error that explains why there is none. */
async function identify(request: DoorRequest, local: InstanceStore): Promise<Caller | AppError> {
  try {
    const caller = await local.authenticate(request.header("authorization"));
    const { sessionId } = caller;
    // The identity provider may have ended the session since the token was issued, or lowered the role.
    if (sessionId !== undefined && env().oidc !== undefined) {
      const role = await roleOfKey(sessionId);
      if (role === undefined || role === "viewer") return new AppError("unauthorized");
    }
    return caller;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") return error;
    throw error;
  }
}

/**
 * Checks the version in a path against the live file. A path without a version means `api.defaultVersion`.
 * @throws AppError `invalid-api-version`; `not-found` for text that is not a version
 */
function checkVersion(written: string | null, settings: Settings): void {
  const version = written === null ? settings.get("api.defaultVersion") : /^v(\d.*)$/.exec(written)?.[1];
  if (version === undefined) throw new AppError("not-found");
  if (!settings.get("api.activeVersions").includes(version)) throw new AppError("invalid-api-version");
}

/** The caller for endpoints that do not identify callers. */
const NOBODY: Caller = { id: "", username: "", bot: false, rights: 0n };

/** Bots may call few endpoints of this API; docs/instance-api.md says which. */
function requireCaller(sender: Caller | AppError, { callers }: Endpoint): Caller {
  if (callers === "open") return sender instanceof AppError ? NOBODY : sender;
  if (sender instanceof AppError) throw sender;
  if (sender.bot && callers !== "bots") throw new AppError("bots-not-allowed");
  return sender;
}

/** The instance API as a Next route, used by `next dev` and on hosts without our front door. */
export const instanceRoute = nextRoute(answerInstance, (_, path) => bodyLimit(path));
