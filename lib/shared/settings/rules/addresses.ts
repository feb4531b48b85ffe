import { addressPaths } from "../addresses-from-domain";
import { isTooWide } from "../proxy-width";
import { splitProxies } from "../trusted-proxies";
import type { Reader, Rule } from "./rule";
import { defineRule, labelOf, named, neededForStart, set, urlOf, fixBy } from "./rule";

const announced = ["api.endpointPublic", "gateway.endpointPublic", "cdn.endpointPublic"] as const;

const unencrypted = [
  { path: "gateway.endpointPublic", protocol: "ws:", component: "gateway" },
  { path: "cdn.endpointPublic", protocol: "http:", component: "CDN" },
] as const;

const isLocal = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);

export const addressRules: readonly Rule[] = [
  // Without these settings, the instance refuses to start, or starts with a warning and cannot be reached
  // (docs/configuration-file.md).
  neededForStart(
    "warning",
    addressPaths,
    (path) =>
      `${labelOf(path)} is not set. Without it, the instance may refuse to start, or clients cannot reach it. Enter an address.`,
  ),
  defineRule({
    id: "gateway-not-websocket",
    severity: "error",
    reads: ["gateway.endpointPublic"],
    check: ({ get }) => {
      const address = get("gateway.endpointPublic");
      if (address === null || /^wss?:\/\//i.test(address)) return false;
      const websocket = address.replace(/^http(s?):\/\//i, "ws$1://");
      return {
        paths: ["gateway.endpointPublic"],
        message:
          "Gateway public address does not start with wss:// or ws://. Clients cannot connect, so nobody receives messages. Use a WebSocket address.",
        ...(websocket === address
          ? {}
          : { fix: fixBy(`Use ${websocket}`, set("gateway.endpointPublic", websocket)) }),
      };
    },
  }),
  defineRule({
    id: "insecure-beside-https",
    severity: "warning",
    reads: ["api.endpointPublic", ...unencrypted.map(({ path }) => path)],
    check: ({ get }) => {
      if (urlOf(get("api.endpointPublic"))?.protocol !== "https:") return false;
      return unencrypted.flatMap(({ path, protocol, component }) => {
        const address = get(path);
        if (address === null || urlOf(address)?.protocol !== protocol) return [];
        const secure = address.replace(/^(ws|http):/i, "$1s:");
        return {
          paths: [path, "api.endpointPublic"] as const,
          message: `The API uses https://, but the ${component} uses ${protocol}//. Browsers block unencrypted connections from encrypted pages. Serve the ${component} with TLS and change its address.`,
          fix: fixBy(`Use ${secure}`, set(path, secure)),
        };
      });
    },
  }),
  defineRule({
    id: "public-address-local",
    severity: "warning",
    reads: announced,
    // If all addresses are local, this is intentional. A local address among public ones is probably an oversight.
    check: ({ get }) => {
      const known = announced.flatMap((path) => {
        const url = urlOf(get(path));
        return url ? [{ path, url }] : [];
      });
      const local = known.filter(({ url }) => isLocal(url));
      if (local.length === known.length) return false;
      return local.map(({ path, url }) => ({
        paths: [path] as const,
        message: `${labelOf(path)} sends clients to ${url.host}, which is the client's own machine, while other addresses of the instance are public. Enter an address that clients can reach.`,
      }));
    },
  }),
  defineRule({
    id: "proxy-header-unbelieved",
    severity: "warning",
    reads: ["security.forwardedFor", "security.trustedProxies"],
    check: ({ get }) => {
      const [header, proxies] = [
        get("security.forwardedFor") || null,
        get("security.trustedProxies") || null,
      ];
      if ((header === null) === (proxies === null)) return false;
      return header === null
        ? {
            paths: ["security.forwardedFor", "security.trustedProxies"],
            message: `Trusted proxies are set, but ${named("security.forwardedFor")} is not, so every client appears to have the proxy's address. Enter the header that the proxy sends.`,
            fix: fixBy("Use X-Forwarded-For", set("security.forwardedFor", "X-Forwarded-For")),
          }
        : {
            paths: ["security.trustedProxies", "security.forwardedFor"],
            message: `The client address header is ${header}, but no proxy is trusted to send it. The instance ignores the header, so everybody behind a proxy shares one limit per IP address. List your proxies.`,
          };
    },
  }),
  defineRule({
    id: "everybody-is-a-proxy",
    severity: "error",
    reads: ["security.trustedProxies"],
    check: ({ get }) => {
      if (!isTooWide(splitProxies(get("security.trustedProxies") ?? ""))) return false;
      return {
        paths: ["security.trustedProxies"],
        message:
          "The trusted ranges cover more public addresses than a /8 (IPv6: a /16), so people in them can claim any IP address and bypass limits and bans. List only your own proxies.",
      };
    },
  }),
  defineRule({
    id: "default-version-inactive",
    severity: "error",
    reads: ["api.defaultVersion", "api.activeVersions"],
    check: ({ get }) => {
      const [chosen, active] = [get("api.defaultVersion"), get("api.activeVersions")];
      const newest = [...active].sort((left, right) => Number(right) - Number(left))[0];
      if (newest === undefined || active.includes(chosen)) return false;
      return {
        paths: ["api.defaultVersion", "api.activeVersions"],
        message: `The default API version is ${chosen}, which is not among the active versions (${active.join(", ")}). Requests without a version are refused. Choose an active version.`,
        fix: fixBy(`Use ${newest} as the default`, set("api.defaultVersion", newest)),
      };
    },
  }),
  defineRule({
    id: "default-region-unavailable",
    severity: "error",
    reads: ["regions.default", "regions.available"],
    check: (facts) => facts.isSet("regions.default") && missingRegion(facts),
  }),
  defineRule({
    id: "default-region-unset",
    severity: "warning",
    reads: ["regions.default", "regions.available"],
    check: (facts) => !facts.isSet("regions.default") && missingRegion(facts),
  }),
];

function missingRegion({ get, isSet }: Reader<"regions.default" | "regions.available">) {
  const [chosen, available] = [get("regions.default"), get("regions.available")];
  const first = available.find((region) => !region.deprecated) ?? available[0];
  if (first === undefined || available.some(({ id }) => id === chosen)) return false;
  const regionWords = isSet("regions.default")
    ? `The default region is ${chosen}, which is not among the available regions.`
    : "The default region is not set, and the built-in default may not be among the available regions.";
  return {
    paths: ["regions.default", "regions.available"] as const,
    message: `${regionWords} Calls fail unless people choose a region. Choose an available default.`,
    fix: fixBy(`Use ${first.id} as the default`, set("regions.default", first.id)),
  };
}
