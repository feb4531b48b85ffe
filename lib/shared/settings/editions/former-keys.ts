import type { FormerKey } from "./edition";

/** Keys that programs of this family have read under another name. */
export const formerKeys: Readonly<Record<string, FormerKey>> = {
  "limits.rate.disabled": { path: "limits.rate.enabled", opposite: true },
  "guild.showAllGuildsInDiscovery": { path: "guild.discovery.showAllGuilds" },
  "cdn.gatewayPublic": { path: "gateway.endpointPublic" },
  "cdn.gatewayPrivate": { path: "gateway.endpointPrivate" },
  "gateway.endpoint": { path: "gateway.endpointPrivate" },
  "gateway.endpointClient": { path: "gateway.endpointPublic" },
  "cdn.endpoint": { path: "cdn.endpointPrivate" },
  "cdn.endpointClient": { path: "cdn.endpointPublic" },
  "api.endpoint": { path: "api.endpointPublic" },
};
