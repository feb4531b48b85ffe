import "server-only";
import { readSettings } from "@/lib/config-file";
import { describeApi } from "./openapi";
import { errorResponse, json } from "./respond";

/** `GET /api/openapi.json`, with the versions of the live file. */
export async function describedApi(): Promise<Response> {
  try {
    const settings = await readSettings();
    const active = settings.get("api.activeVersions");
    return json(200, describeApi({ active, default: settings.get("api.defaultVersion") }));
  } catch (error) {
    return errorResponse(error);
  }
}
