import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { DOCTOR_HEADER } from "@/lib/request-headers";
import { wellFormedJsonOf, wholeRequest } from "@/lib/server/http/api/body";
import { type Answer, type Area, bodyLimit, type DoorRequest } from "@/lib/server/http/door";
import { isDoctor, storedSecret } from "@/lib/server/panel/doctor-proof";
import { joining } from "@/lib/server/panel/join";
import type { Rooms } from "@/lib/server/rooms";
import { refuseOtherSites } from "./same-origin";

type OpenDeps = Pick<Rooms, "env" | "instanceApi" | "metrics" | "panel" | "problems">;
type Work = (request: DoorRequest) => Promise<Answer>;

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

async function read<T extends z.ZodType>(request: DoorRequest, schema: T): Promise<z.output<T>> {
  return schema.parse(wellFormedJsonOf(await wholeRequest(request, bodyLimit(request.path))));
}

/**
 * Answers `GET /api/health`: 200 if migrations have run and the configuration file was read, or else 503 with the
 * reason.
 */
async function healthAnswer(
  { panel: { health }, env }: Pick<OpenDeps, "panel" | "env">,
  request: DoorRequest,
): Promise<Answer> {
  const state = await health();
  const proof = request.header(DOCTOR_HEADER);
  const arrived =
    proof !== null && isDoctor(proof, storedSecret(env))
      ? {
          host: request.header("host") ?? "",
          address: await request.context.clientAddress(),
          forwarded: request.header("x-forwarded-for"),
        }
      : undefined;
  return {
    status: state.status === "ok" ? 200 : 503,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify({ ...state, arrived }),
  };
}

const link = z.looseObject({ token: z.string().max(200), username: z.optional(z.unknown()) });
const setup = z.looseObject({ token: z.string() });
const trial = z.object({
  token: z.string(),
  address: z.string().min(1).max(500),
  operatorToken: z.string().max(4096).optional(),
});

const routesOf = ({
  panel,
  metrics,
  instanceApi,
  env,
}: OpenDeps): Readonly<Record<string, { method: "GET" | "POST"; work: Work }>> => ({
  // Load balancers ask constantly.
  "/api/health": { method: "GET", work: (request) => healthAnswer({ panel, env }, request) },
  "/api/metrics": { method: "GET", work: metrics.answer },
  "/api/openapi.json": { method: "GET", work: instanceApi.describe },
  "/api/join": {
    method: "POST",
    async work(request) {
      const input = await read(request, link);
      if (input.username === undefined) return json(200, await panel.joining.readInvitation(input.token));
      const { id, username } = await panel.joining.join(joining.parse(input));
      return json(201, { id, username });
    },
  },
  "/api/setup": {
    method: "POST",
    async work(request) {
      const { token, ...input } = await read(request, setup);
      const { username } = await panel.firstRun.completeSetup(token, panel.firstRun.parse(input));
      return json(201, { username });
    },
  },
  // Tests the address of a running instance during setup.
  "/api/setup/trial": {
    method: "POST",
    async work(request) {
      const { token, address, operatorToken } = await read(request, trial);
      return json(200, await panel.firstRun.tryConnection(token, address, operatorToken));
    },
  },
});

const methodsOf = (method: "GET" | "POST") => (method === "GET" ? ["GET", "HEAD"] : [method]);

async function answer(
  { env, problems: { problemAnswer } }: OpenDeps,
  routes: ReturnType<typeof routesOf>,
  request: DoorRequest,
): Promise<Answer> {
  const route = routes[request.path];
  if (!route) return problemAnswer(new AppError("not-found"));
  const methods = methodsOf(route.method);
  const headers = { Allow: [...methods, "OPTIONS"].join(", ") };
  try {
    if (request.method === "OPTIONS") return { status: 204, headers };
    if (!methods.includes(request.method)) throw new AppError("method-not-allowed");
    refuseOtherSites(env.publicUrl, request);
    const { body, ...answered } = await route.work(request);
    return request.method === "HEAD" ? answered : { ...answered, body };
  } catch (error) {
    const problem = problemAnswer(error);
    return problem.status === 405 ? { ...problem, headers: { ...problem.headers, ...headers } } : problem;
  }
}

export function openArea(rooms: OpenDeps): Area {
  const routes = routesOf(rooms);
  return {
    owns: (_, path) => Object.hasOwn(routes, path),
    answer: (request) => answer(rooms, routes, request),
    refuse: rooms.problems.refusal,
  };
}
