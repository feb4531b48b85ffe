import { defineRule, type Rule, set, urlOf } from "../../../rules/rule";

/** Host and port, where the protocol has one of its own, too. */
const placeOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === "wss:" ? "443" : "80")}`;

/** Whether a voice endpoint, which may lack its protocol, is where the gateway is. */
function isAt(endpoint: string, gateway: URL): boolean {
  const url = urlOf(/^wss?:\/\//i.test(endpoint) ? endpoint : `${gateway.protocol}//${endpoint}`);
  return url !== null && placeOf(url) === placeOf(gateway);
}

export const addressRules: readonly Rule[] = [
  defineRule({
    id: "api-address-with-path",
    severity: "error",
    reads: ["api.endpointPublic"],
    check: ({ get }) => {
      const url = urlOf(get("api.endpointPublic"));
      if (url === null || `${url.pathname}${url.search}${url.hash}` === "/") return [];
      const announced = `${url.href.replace(/\/$/, "")}/api/`;
      return [
        {
          paths: ["api.endpointPublic"],
          message: `The API public address has a path. The instance appends /api itself and tells clients ${announced}, where nothing answers. Enter the address without a path.`,
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
