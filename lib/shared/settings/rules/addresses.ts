import { splitProxies } from "../trusted-proxies";
import { type Rule, defineRule, named, set } from "./rule";

/** An instance without one of these refuses to start, or warns and stays unreachable (docs/configuration-file.md). */
const needed = [
  ["general.serverName", "Server name"],
  ["api.endpointPublic", "API, public address"],
  ["gateway.endpointPublic", "Gateway, public address"],
  ["cdn.endpointPublic", "CDN, public address"],
  ["cdn.endpointPrivate", "CDN, internal address"],
] as const;

const announced = ["api.endpointPublic", "gateway.endpointPublic", "cdn.endpointPublic"] as const;

const unencrypted = [
  { path: "gateway.endpointPublic", protocol: "ws:", component: "gateway" },
  { path: "cdn.endpointPublic", protocol: "http:", component: "CDN" },
] as const;

function urlOf(text: string | null): URL | null {
  return text !== null && URL.canParse(text) ? new URL(text) : null;
}

const isLocal = ({ hostname }: URL) => /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);

export const addressRules: readonly Rule[] = [
  defineRule({
    id: "needed-for-start",
    severity: "warning",
    reads: needed.map(([path]) => path),
    check: ({ get }) =>
      needed
        .filter(([path]) => get(path) === null)
        .map(([path, name]) => ({
          paths: [path],
          message: `${name} is not set. The instance may refuse to start without it, or clients cannot find their way. Set it.`,
        })),
  }),
  defineRule({
    id: "gateway-not-websocket",
    severity: "error",
    reads: ["gateway.endpointPublic"],
    check: ({ get }) => {
      const address = get("gateway.endpointPublic");
      if (address === null || /^wss?:\/\//i.test(address)) return [];
      const websocket = address.replace(/^http(s?):\/\//i, "ws$1://");
      return [
        {
          paths: ["gateway.endpointPublic"],
          message:
            "The gateway's public address does not start with wss:// or ws://. Clients cannot open a connection, so nobody sees anything arrive. Use a WebSocket address.",
          ...(websocket === address
            ? {}
            : { fix: { label: `Use ${websocket}`, operations: [set("gateway.endpointPublic", websocket)] } }),
        },
      ];
    },
  }),
  defineRule({
    id: "insecure-beside-https",
    severity: "warning",
    reads: ["api.endpointPublic", ...unencrypted.map(({ path }) => path)],
    check: ({ get }) => {
      if (urlOf(get("api.endpointPublic"))?.protocol !== "https:") return [];
      return unencrypted.flatMap(({ path, protocol, component }) => {
        const address = get(path);
        if (address === null || urlOf(address)?.protocol !== protocol) return [];
        const secure = address.replace(/^(ws|http):/i, "$1s:");
        return [
          {
            paths: [path, "api.endpointPublic"] as const,
            message: `The API is reached over https://, but the ${component} over ${protocol}//. Browsers block the unencrypted one. Serve the ${component} with TLS and change its address.`,
            fix: { label: `Use ${secure}`, operations: [set(path, secure)] },
          },
        ];
      });
    },
  }),
  defineRule({
    id: "public-address-local",
    severity: "warning",
    reads: announced,
    // If all addresses are local, that is intended; a local one among public ones was probably forgotten.
    check: ({ get }) => {
      const known = announced.flatMap((path) => {
        const url = urlOf(get(path));
        return url ? [{ path, url }] : [];
      });
      const local = known.filter(({ url }) => isLocal(url));
      if (local.length === known.length) return [];
      return local.map(({ path, url }) => ({
        paths: [path] as const,
        message: `Clients are told to use ${url.host}, which is their own machine, while other addresses of the instance are public. Enter the address by which it is reached from outside.`,
      }));
    },
  }),
  defineRule({
    id: "proxy-header-unbelieved",
    severity: "warning",
    reads: ["security.forwardedFor", "security.trustedProxies"],
    check: ({ get }) => {
      const [header, proxies] = [get("security.forwardedFor"), get("security.trustedProxies")];
      if ((header === null) === (proxies === null)) return [];
      return header === null
        ? [
            {
              paths: ["security.forwardedFor", "security.trustedProxies"],
              message: `There are trusted proxies, but no ${named("security.forwardedFor")}: every caller seems to have the proxy's address. Set the header that the proxy sends.`,
              fix: {
                label: "Use X-Forwarded-For",
                operations: [set("security.forwardedFor", "X-Forwarded-For")],
              },
            },
          ]
        : [
            {
              paths: ["security.trustedProxies", "security.forwardedFor"],
              message: `The header ${header} is to be read, but no proxy is trusted to send it, so it is ignored and limits per IP address count the proxy. List your proxies.`,
            },
          ];
    },
  }),
  defineRule({
    id: "everybody-is-a-proxy",
    severity: "error",
    reads: ["security.trustedProxies"],
    check: ({ get }) => {
      const open = splitProxies(get("security.trustedProxies") ?? "").find((entry) => /\/0+$/.test(entry));
      if (open === undefined) return [];
      return [
        {
          paths: ["security.trustedProxies"],
          message: `The range ${open} holds every address there is, so anybody can claim any IP address, and get around limits and bans. List only your own proxies.`,
        },
      ];
    },
  }),
];
