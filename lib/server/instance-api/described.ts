import "server-only";
import { requestContext, toResponse } from "@/lib/server/door";
import { describeApi } from "./openapi";
import { errorAnswer, json } from "./respond";

/** `GET /api/openapi.json`, with the versions of the live file. */
export async function describedApi(): Promise<Response> {
  const context = requestContext();
  try {
    const settings = await context.settings();
    const active = settings.get("api.activeVersions");
    return toResponse(json(200, describeApi({ active, default: settings.get("api.defaultVersion") })));
  } catch (error) {
    return toResponse(errorAnswer(error, context));
  }
}
