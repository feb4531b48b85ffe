import "server-only";
import { type Answer, type Area, toResponse } from "@/lib/server/door";
import { health } from "./health";
import { problemAnswer } from "./problem";

/** The panel's own API, sign-in and set-up, as the front door knows them: Next answers. */
export const panelArea: Area = {
  owns: (_, path) => /^\/api\/(?:panel|auth|setup)(?:\/|$)/.test(path),
  refuse: problemAnswer,
};

/** Answered without Next, because load balancers request it constantly. */
export const healthArea: Area = {
  owns: (method, path) => path === "/api/health" && (method === "GET" || method === "HEAD"),
  answer: healthAnswer,
  refuse: problemAnswer,
};

/** `GET /api/health`: 200 once migrations ran and the configuration file was read; 503 otherwise, saying why. */
async function healthAnswer(): Promise<Answer> {
  const state = await health();
  return {
    status: state.status === "ok" ? 200 : 503,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(state),
  };
}

/** The same for a route of Next. */
export const healthResponse = async (): Promise<Response> => toResponse(await healthAnswer());
