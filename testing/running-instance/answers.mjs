import { writeConfig } from "./file.mjs";

/* HTTP responses of the test program (`instance.mjs`), below /api/v9 and at the well-known paths. */

/** The 18 settings that the program reports to everybody. */
const open = [
  "limits.user.maxGuilds",
  "limits.user.maxBio",
  "limits.guild.maxEmojis",
  "limits.guild.maxRoles",
  "limits.message.maxCharacters",
  "limits.message.maxAttachmentSize",
  "limits.message.maxEmbedDownloadSize",
  "limits.channel.maxWebhooks",
  "register.dateOfBirth.required",
  "register.password.required",
  "register.disabled",
  "register.requireInvite",
  "register.allowNewRegistration",
  "register.allowMultipleAccounts",
  "register.email.required",
  "guild.autoJoin.canLeave",
  "guild.autoJoin.guilds",
];

const at = (config, path) => path.split(".").reduce((value, key) => value?.[key], config);

function flattened(config) {
  const told = Object.fromEntries(open.map((path) => [path.replaceAll(".", "_"), at(config, path)]));
  return {
    ...told,
    can_recover_account: config.email.provider !== null && config.general.frontPage !== null,
  };
}

function ping({ general }) {
  const { instanceId, instanceName, instanceDescription, ...rest } = general;
  const { image, correspondenceEmail, correspondenceUserID, frontPage, tosPage } = rest;
  const more = { image, correspondenceEmail, correspondenceUserID, frontPage, tosPage };
  const instance = { id: instanceId, name: instanceName, description: instanceDescription, ...more };
  return { ping: "pong!", instance };
}

/** Returns the addresses as the server announces them. The server appends `/api/` to the API's address. */
const domains = ({ admin, api, cdn, gateway }) => ({
  admin: admin.endpointPublic,
  api: `${api.endpointPublic}/api/`,
  apiEndpoint: `${api.endpointPublic}/api/v${api.defaultVersion}`,
  cdn: cdn.endpointPublic,
  defaultApiVersion: api.defaultVersion,
  gateway: gateway.endpointPublic,
});

/**
 * Returns the document at a well-known path, which contains the addresses for clients. Null for other paths.
 */
export function wellKnown(path, { api, cdn, gateway }) {
  if (path === "/.well-known/spacebar") return { api: `${api.endpointPublic}/api/` };
  if (path !== "/.well-known/spacebar/client") return null;
  return {
    api: {
      baseUrl: `${api.endpointPublic}/api/`,
      apiVersions: { default: api.defaultVersion, active: api.activeVersions },
    },
    cdn: { baseUrl: cdn.endpointPublic },
    gateway: { baseUrl: gateway.endpointPublic, encoding: ["json"], compression: [] },
  };
}

/** Returns metrics in Prometheus's format. @param startedAt ms since 1970 */
export const metrics = (startedAt) =>
  [
    "# TYPE spacebar_process_start_time_seconds gauge",
    `spacebar_process_start_time_seconds ${startedAt / 1000}`,
    "",
  ].join("\n");

/** What the program reports about itself at `/_spacebar/api/version`. */
export const version = {
  implementation: "spacebar-server-ts",
  version: { rev: "74df883a", lastModified: 1_787_400_000 },
};

const badToken = [400, { code: 40001, message: "Unauthorized" }];
const noToken = [401, { code: 0, message: "401: Unauthorized" }];
const noRight = [403, { code: 50013, message: "Missing Permissions" }];

const isOpen = (route) => /^GET \/(ping|-\/|gateway$|policies\/instance)/.test(route);
/** Whether a request requires a right that only the operator has. */
const isRestricted = (route, { security }) =>
  ["POST /guilds", "GET /auth/generate-registration-tokens"].includes(route) ||
  (route === "GET /policies/stats" && !security.statsWorldReadable);

const characters = "abcdefghijklmnopqrstuvwxyz";
const tokenOf = (length, nth) =>
  Array.from({ length }, (_, place) => characters[(nth + place) % characters.length]).join("");

/**
 * Returns the response to a request, as status and value. Null if the route does not exist.
 * @param rights the rights of the token: `operator`, `none`, `bad` for an invalid token, null if there is no token
 */
export function answerTo(route, { config, rights, query }) {
  if (rights === "bad") return badToken;
  if (rights === null && !isOpen(route)) return noToken;
  if (rights !== "operator" && isRestricted(route, config)) return noRight;
  switch (route) {
    case "GET /ping":
      return [200, ping(config)];
    case "GET /-/healthz":
    case "GET /-/readyz":
      return [200, { status: "ok" }];
    case "GET /policies/instance":
      return [200, config.general];
    case "GET /policies/instance/domains":
      return [200, domains(config)];
    case "GET /policies/instance/limits":
      return [200, config.limits];
    case "GET /policies/instance/config":
      return [200, rights === "operator" ? config : flattened(config)];
    case "GET /policies/stats":
      return [200, { counts: { user: 12, guild: 3, message: 4567, members: 20 } }];
    case "GET /gateway":
      return [200, { url: config.gateway.endpointPublic }];
    case "GET /users/@me":
      return [200, { id: "1573654573283835941", username: rights === "operator" ? "keeper" : "sailor" }];
    case "GET /auth/generate-registration-tokens": {
      const [count, length] = ["count", "length"].map((name) => Number(query.get(name) ?? 1));
      const tokens = Array.from({ length: count }, (_, nth) => tokenOf(length, nth));
      const links = () => tokens.map((token) => `${config.general.frontPage}/register?token=${token}`);
      return [200, { tokens: query.has("include_url") ? links() : tokens }];
    }
    case "POST /guilds": {
      const { enabled, guilds } = config.guild.autoJoin;
      if (enabled && guilds.length === 0) writeConfig(config);
      return [201, { id: "1573654573283835942" }];
    }
    default:
      return null;
  }
}
