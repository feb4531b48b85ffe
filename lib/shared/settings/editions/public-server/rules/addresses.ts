import { defineRule, labelOf, neededForStart, type Rule, set, urlOf } from "../../../rules/rule";
import { startNeeds } from "../addresses";

/** The host and the port of an address. Without a port, the default port of the protocol. */
const placeOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === "wss:" ? "443" : "80")}`;

/** Whether a voice endpoint has the same host and port as the gateway. The endpoint may lack a protocol. */
function isAt(endpoint: string, gateway: URL): boolean {
  const url = urlOf(/^wss?:\/\//i.test(endpoint) ? endpoint : `${gateway.protocol}//${endpoint}`);
  return url !== null && placeOf(url) === placeOf(gateway);
}

const needed = ["general.serverName", ...startNeeds] as const;

export const addressRules: readonly Rule[] = [
  neededForStart("error", needed, (path) =>
    path === "general.serverName"
      ? "Server name is not set. Clients look up every other address there. Enter the server name."
      : `${labelOf(path)} is not set, and the instance exits at startup without it. Enter an address.`,
  ),
  defineRule({
    id: "api-address-with-path",
    severity: "warning",
    reads: ["api.endpointPublic"],
    check: ({ get }) => {
      const url = urlOf(get("api.endpointPublic"));
      if (url === null || `${url.pathname}${url.search}${url.hash}` === "/") return [];
      const announced = `${url.href.replace(/\/$/, "")}/api/`;
      return [
        {
          paths: ["api.endpointPublic"],
          message: `The API public address has a path. The instance appends /api itself and announces ${announced} to clients. Unless a proxy forwards that address to the API, clients get no response. Enter the address without a path.`,
          fix: { label: `Use ${url.origin}`, operations: [set("api.endpointPublic", url.origin)] },
        },
      ];
    },
  }),
  defineRule({
    id: "voice-endpoint-is-gateway",
    severity: "warning",
    reads: ["regions.available", "gateway.endpointPublic"],
    check: ({ get }) => {
      const gateway = urlOf(get("gateway.endpointPublic"));
      const region = gateway && get("regions.available").find(({ endpoint }) => isAt(endpoint, gateway));
      if (!region) return [];
      return [
        {
          paths: ["regions.available", "gateway.endpointPublic"],
          message: `The voice region ${region.id} has the address of the main gateway, ${gateway.host}, so calls in it never connect. Enter the address of its voice server.`,
        },
      ];
    },
  }),
];
