import "server-only";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";

/** The upstream instance's API; null if the panel's local store serves the endpoints. */
export const instanceApi = (): string | null => env().instanceApiUrl ?? null;

/**
 * The API version for the panel's own requests to the upstream instance: `api.defaultVersion` of the file, which
 * belongs to that instance.
 */
export async function instanceVersion(): Promise<string> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  return settings?.get("api.defaultVersion") ?? "9";
}

/**
 * `general.frontPage` of the live file, the address of the instance's clients; null if it is not set or
 * unreadable.
 */
export async function instanceFrontPage(): Promise<string | null> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  return settings?.get("general.frontPage") ?? null;
}

/**
 * A text if it is an http or https address, otherwise null, because other addresses, such as `javascript:`, must
 * not become links.
 */
export const webAddress = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
