import "server-only";
import { type Answer, type Area, toResponse } from "@/lib/server/door";
import { health } from "./health";
import { problemAnswer } from "./problem";

/** Loads the routes at the first request, because startup needs none of them. */
const panel = async () => (await import("./routes")).panel;

/**
 * Connects the panel API to the front door. Excludes paths with an empty segment or a trailing slash, because Next
 * redirects them to the correct path.
 */
export const panelArea: Area = {
  owns: (_, path) => path.startsWith("/api/panel/") && !/\/\/|\/$/.test(path),
  answer: async (request) => (await panel()).answer(request),
  limitOf: async (method, path) => (await panel()).limitOf(method, path),
  refuse: problemAnswer,
};

/** Sign-in, setup and joining. Next answers these requests, and the front door sends errors as problem details. */
export const signInArea: Area = {
  owns: (_, path) => /^\/api\/(?:panel|auth|setup|join)(?:\/|$)/.test(path),
  refuse: problemAnswer,
};

/** Answers health checks without Next, because load balancers send them constantly. */
export const healthArea: Area = {
  owns: (method, path) => path === "/api/health" && (method === "GET" || method === "HEAD"),
  answer: healthAnswer,
  refuse: problemAnswer,
};

/**
 * Answers `GET /api/health`: 200 if migrations have run and the configuration file was read, or else 503 with the
 * reason.
 */
async function healthAnswer(): Promise<Answer> {
  const state = await health();
  return {
    status: state.status === "ok" ? 200 : 503,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(state),
  };
}

export const healthResponse = async (): Promise<Response> => toResponse(await healthAnswer());
