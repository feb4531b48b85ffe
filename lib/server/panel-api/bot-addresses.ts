import "server-only";
import { configFile } from "@/lib/server/config-file";

/**
 * Returns the addresses at which bots' programs reach the instance, from the live file. They are null if the file
 * cannot be read.
 */
export async function botAddresses(): Promise<{
  api: string | null;
  gateway: string | null;
  version: string;
}> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  const usable = (address: string | null | undefined) => (address && URL.canParse(address) ? address : null);
  return {
    api: usable(settings?.get("api.endpointPublic")),
    gateway: usable(settings?.get("gateway.endpointPublic")),
    version: settings?.get("api.defaultVersion") ?? "9",
  };
}
