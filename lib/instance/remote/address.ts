import "server-only";
import { readSettings } from "@/lib/config-file";
import { env } from "../../env";

/** The existing instance's API; null when the endpoints are served from the local directory. */
export const instanceApi = (): string | null => env().instanceApiUrl ?? null;

/** The existing instance as pages tell the browser; null when the directory is our own. */
export async function remoteInstance(): Promise<{ url: string; version: string } | null> {
  const url = instanceApi();
  return url === null ? null : { url, version: await instanceVersion() };
}

/** The version that the panel's own requests to the instance name: `api.defaultVersion` of the file, which is the instance's. */
export async function instanceVersion(): Promise<string> {
  const settings = await readSettings().catch(() => null);
  return settings?.get("api.defaultVersion") ?? "9";
}
