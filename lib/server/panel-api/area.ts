import "server-only";
import { type Answer, type Area, toResponse } from "@/lib/server/door";
import { health } from "./health";
import { problemAnswer } from "./problem";

/** The routes are loaded at the first request for one, because startup needs none of them. */
const panel = async () => (await import("./routes")).panel;

/**
 * The front door's interface to the panel API. Paths with an empty segment or a trailing slash are left to Next,
 * which redirects to the clean spelling.
 */
export const panelArea: Area = {
  owns: (_, path) => path.startsWith("/api/panel/") && !/\/\/|\/$/.test(path),
  answer: async (request) => (await panel()).answer(request),
  limitOf: async (method, path) => (await panel()).limitOf(method, path),
  refuse: problemAnswer,
};

/** Sign-in, setup and joining: Next answers, and errors have the panel's format. */
export const signInArea: Area = {
  owns: (_, path) => /^\/api\/(?:panel|auth|setup|join)(?:\/|$)/.test(path),
  refuse: problemAnswer,
};

/** Answered without Next, because load balancers request it constantly. */
export const healthArea: Area = {
  owns: (method, path) => path === "/api/health" && (method === "GET" || method === "HEAD"),
  answer: healthAnswer,
  refuse: problemAnswer,
};

/**
 * `GET /api/health`: 200 once migrations ran and the configuration file was read. Otherwise 503 with the reason.
 */
async function healthAnswer(): Promise<Answer> {
  const state = await health();
  return {
    status: state.status === "ok" ? 200 : 503,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(state),
  };
}

/** The health response for a Next route. */
export const healthResponse = async (): Promise<Response> => toResponse(await healthAnswer());
