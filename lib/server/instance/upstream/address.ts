import "server-only";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";

/** The API of the upstream instance. Null if the panel's local store serves the instance API. */
export const instanceApi = (): string | null => env().instanceApiUrl ?? null;

/**
 * Returns the API version for the panel's requests to the upstream instance: `api.defaultVersion` in the file, because
 * the upstream instance uses the same file.
 */
export async function instanceVersion(): Promise<string> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  return settings?.get("api.defaultVersion") ?? "9";
}

/**
 * Returns `general.frontPage` of the live file, the address of the instance's web client. Null if it is not set or
 * the file cannot be read.
 */
export async function instanceFrontPage(): Promise<string | null> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  return settings?.get("general.frontPage") ?? null;
}

/** Returns a text if it is an http or https address. Other addresses, such as `javascript:`, must not become links. */
export const webAddress = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
