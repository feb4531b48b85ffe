import "server-only";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";
import { type Caller, hasRight, type InstanceStore, type Instances, Right } from "@/lib/server/instance";
import { noteAccount } from "@/lib/request-context";
import {
  type Answer,
  type Area,
  bodyLimit,
  type DoorRequest,
  isInstancePath,
  withBody,
} from "@/lib/server/http/door";
import { allowed } from "@/lib/server/http/api/match";
import { errorAnswer, json, nothing, preflight } from "./respond";
import type { Endpoint } from "./endpoint";
import { type ProxyDeps, proxyToUpstream } from "./upstream-proxy";
import type { Limits } from "./rate-limit";
import { describedApi } from "./openapi";
import { type Found, matchRoute } from "./routes";
import type { PanelSettings } from "@/lib/panel-settings";
import { keyOfApiToken, type Operators } from "@/lib/server/operators";

export interface InstanceApiDeps extends Pick<ProxyDeps, "log" | "timeout"> {
  instances: Instances;
  operators: Operators;
  panelSettings: Pick<PanelSettings, "isModeOpen">;
  limits: Limits;
}

export function createInstanceApi({
  instances,
  operators,
  panelSettings,
  limits,
  log,
  timeout,
}: InstanceApiDeps) {
  const proxy: ProxyDeps = { health: instances.upstream.health, log, timeout };

  async function answerAt(matched: Found, request: DoorRequest): Promise<Answer> {
    if (request.method === "OPTIONS") return preflight(request, allowed(matched));
    try {
      const upstream = instances.upstream.api();
      // The panel does not act as the instance until an operator has chosen this mode.
      if (upstream === null && panelSettings.isModeOpen) throw new AppError("unavailable");
      if (upstream !== null && matched.methods.has(request.method))
        return await proxyToUpstream(proxy, request, upstream, await request.context.clientAddress());
      return await answerLocally(request, matched);
    } catch (error) {
      return errorAnswer(log, error, request.context);
    }
  }

  /** Authentication comes first, because the rate limits need to know the user. */
  async function answerLocally(request: DoorRequest, matched: Found): Promise<Answer> {
    const { context } = request;
    const settings = await context.settings();
    const store = instances.storeWith(settings);
    const sender = await identify(operators, request, store);
    if (!(sender instanceof AppError)) noteAccount(`user ${sender.id}`);

    const limit = await limits.consume(settings, {
      address: await context.clientAddress(),
      userId: sender instanceof AppError ? undefined : sender.id,
      exempt: !(sender instanceof AppError) && hasRight(sender.rights, Right.BYPASS_RATE_LIMITS),
    });

    const work = async (): Promise<Answer> => {
      checkVersion(matched.version, settings);
      if (matched.pattern === null) throw new AppError("not-found");
      const endpoint = matched.methods.get(request.method);
      if (!endpoint)
        return errorAnswer(log, new AppError("method-not-allowed"), context, { Allow: allowed(matched) });
      requireCaller(sender, endpoint);
      const whole = await withBody(request, bodyLimit(request.path));
      // While the request sent its body, its token or its sender's rights may have ended.
      const current = request.method === "GET" ? sender : await identify(operators, request, store);
      const caller = requireCaller(current, endpoint);
      const { standingOf } = operators;
      const result = await endpoint.run(whole, matched.params, { caller, store, settings, standingOf });
      return result === undefined ? nothing() : json(200, result);
    };
    const answer = await work().catch((error: unknown) => errorAnswer(log, error, context));

    if (answer.status >= 400) await limit.failed();
    return { ...answer, headers: { ...answer.headers, ...limit.headers } };
  }

  const area: Area = {
    usesDatabase: true,
    owns: (_, path) => isInstancePath(path),
    async answer(request) {
      const matched = matchRoute(request.path);
      return { ...(await answerAt(matched, request)), route: matched.pattern?.slice(1) };
    },
    refuse: (error, context) => errorAnswer(log, error, context),
  };
  return {
    area,
    describe: (request: Pick<DoorRequest, "context">) => describedApi(log, request),
  };
}

async function identify(
  operators: Pick<Operators, "roleOfKey" | "isUserAccepted">,
  request: DoorRequest,
  local: InstanceStore,
): Promise<Caller | AppError> {
  try {
    const caller = await local.authenticate(request.header("authorization"));
    const { sessionId, apiToken } = caller;
    const key = sessionId ?? (apiToken && keyOfApiToken(apiToken));
    // The session or API token may have ended since it created this token, or the identity provider may have
    // lowered the operator's role.
    if (key !== undefined) {
      const role = await operators.roleOfKey(key);
      if (role === undefined || role === "viewer") return new AppError("unauthorized");
    } else if (!caller.bot && !(await operators.isUserAccepted(caller.id)))
      return new AppError("unauthorized");
    return caller;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") return error;
    throw error;
  }
}

/**
 * If the path has none, `api.defaultVersion` applies.
 * @throws AppError `invalid-api-version`; `not-found` if `written` is not a version
 */
function checkVersion(written: string | null, settings: Settings): void {
  const version = written === null ? settings.get("api.defaultVersion") : /^v(\d.*)$/.exec(written)?.[1];
  if (version === undefined) throw new AppError("not-found");
  if (!settings.get("api.activeVersions").includes(version)) throw new AppError("invalid-api-version");
}

/** The caller of an open endpoint if the request has no valid token. */
const NOBODY: Caller = { id: "", username: "", bot: false, rights: 0n };

/**
 * @throws AppError `unauthorized`; `bots-not-allowed`, because bots may call only a few endpoints
 * (docs/instance-api.md)
 */
function requireCaller(sender: Caller | AppError, { callers }: Endpoint): Caller {
  if (callers === "open") return sender instanceof AppError ? NOBODY : sender;
  if (sender instanceof AppError) throw sender;
  if (sender.bot && callers !== "bots") throw new AppError("bots-not-allowed");
  return sender;
}
