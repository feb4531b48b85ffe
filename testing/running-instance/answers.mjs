/* What the running program tells about itself over HTTP, below /api/v9. */

/** The 18 values that it tells to anybody, flattened as it writes them. */
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

/** Announced as that server announces them: the API's address with a further `/api/`. */
const domains = ({ admin, api, cdn, gateway }) => ({
  admin: admin.endpointPublic,
  api: `${api.endpointPublic}/api/`,
  apiEndpoint: `${api.endpointPublic}/api/v${api.defaultVersion}`,
  cdn: cdn.endpointPublic,
  defaultApiVersion: api.defaultVersion,
  gateway: gateway.endpointPublic,
});

const refusal = { code: 40001, message: "Unauthorized" };

/**
 * The answer to a request, as status and value; null where there is no such route. `stop` ends the process.
 * @param rights of the token that was sent: `operator`, `none`, `bad` for one that is not taken, null without a token
 */
export function answerTo(route, { config, rights, stop }) {
  if (rights === "bad") return [400, refusal];
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
      if (rights === null) return [401, { code: 0, message: "401: Unauthorized" }];
      return [200, { counts: { user: 12, guild: 3, message: 4567, members: 20 } }];
    case "GET /gateway":
      return [200, { url: config.gateway.endpointPublic }];
    case "POST /stop":
      if (rights !== "operator") return [403, { code: 50013, message: "Missing Permissions" }];
      stop();
      return [200, {}];
    default:
      return null;
  }
}
