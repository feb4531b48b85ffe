import "server-only";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";

/** The upstream instance's API; null when the endpoints are served from the local store. */
export const instanceApi = (): string | null => env().instanceApiUrl ?? null;

/**
 * The API version for the panel's own requests to the upstream instance: `api.defaultVersion` of the file, which is
 * that instance's.
 */
export async function instanceVersion(): Promise<string> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  return settings?.get("api.defaultVersion") ?? "9";
}

/** `general.frontPage` of the live file, where clients of the instance are; null where it is not set or unreadable. */
export async function instanceFrontPage(): Promise<string | null> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  return settings?.get("general.frontPage") ?? null;
}

/** A text if it is an http or https address, else null: others, such as `javascript:`, must not become links. */
export const webAddress = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
