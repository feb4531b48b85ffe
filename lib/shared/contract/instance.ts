import * as z from "zod/mini";
import { route } from "./route";

/* What an instance offers, whichever kind it is, and what pages receive of it. */

/**
 * `standalone`: this panel is the instance. `connected`: the panel works with a running one. `open`: nobody has said yet, and
 * the file seems to be another server's.
 */
const instanceMode = z.enum(["standalone", "connected", "open"]);
export type InstanceMode = z.infer<typeof instanceMode>;

export const CAPABILITIES = [
  /** Lists the bots of everybody, not only those of one account. */
  "everyBot",
  /** Lists the guilds that a bot is in. */
  "botGuilds",
  /** Changes a bot's permissions in a guild, and takes it out of a guild. */
  "botMembership",
  "botPictures",
  "botTransfer",
  /** Names a bot's user apart from its application. */
  "botUsernames",
  /** Lists all guilds, and people's places in them. */
  "everyGuild",
  /** Renames, transfers and deletes guilds, and adds and removes their members. */
  "guildCare",
  /** Lists all users. */
  "everyUser",
  /** Creates and disables users, and changes their rights. */
  "userCare",
  "userTokens",
  /** Deletes a user and bans them from the instance. */
  "userBans",
  "registrationTokens",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** True for what an instance offers; for everything else a sentence that says why not, and what to do instead. */
export type Capabilities = Readonly<Record<Capability, true | string>>;

/** An account of the instance. Null where the instance does not say whose token it is. */
const instanceAccount = z.object({ id: z.nullable(z.string()), username: z.nullable(z.string()) });
export type InstanceAccount = z.infer<typeof instanceAccount>;

/** The instance as every page knows it. */
const instanceView = z.object({
  mode: instanceMode,
  /** Address of the instance's API, without a version; null if this panel is the instance. */
  url: z.nullable(z.string()),
  /** What it calls itself, by the file. */
  name: z.nullable(z.string()),
  capabilities: z.readonly(z.record(z.enum(CAPABILITIES), z.union([z.literal(true), z.string()]))),
  /** In whose name this session asks: null while no account is connected. Standalone, the operator's own user. */
  account: z.nullable(instanceAccount),
  /** Whether the panel has a token of an operator of the instance. */
  hasOperatorToken: z.boolean(),
});
export type InstanceView = z.infer<typeof instanceView>;

/** Whether the instance answers. */
const instanceState = z.object({
  url: z.string(),
  answers: z.boolean(),
  /** Why it does not answer, as a sentence for an operator. */
  reason: z.optional(z.string()),
  /** ISO 8601 */
  checkedAt: z.string(),
});
export type InstanceState = z.infer<typeof instanceState>;

/** A token that lets one person register, as it is shown once. */
const registrationToken = z.object({
  token: z.string(),
  /** Where a client registers with it; null if neither the instance nor the file says where clients are. */
  link: z.nullable(z.string()),
});
export type RegistrationToken = z.infer<typeof registrationToken>;

const KiB = 1024;

export const instanceRoutes = {
  getInstance: route("GET", "/instance", {
    summary: "Returns the instance, its features, the connected account and whether the instance responds.",
    role: "viewer",
    /** With the state of the instance, unless this panel is the instance. */
    answer: z.extend(instanceView, z.partial(z.omit(instanceState, { url: true })).shape),
  }),
  signInOffer: route("GET", "/instance/account", {
    summary: "Returns whether the instance lets people sign in with a password.",
    role: "viewer",
    answer: z.object({ offersSignIn: z.boolean() }),
  }),
  connectAccount: route("PUT", "/instance/account", {
    summary: "Connects an account of the running instance to this session, with its token or its password.",
    role: "editor",
    audit: "instance.connect-account",
    body: z.union(
      [
        z.object({ token: z.string() }),
        z.object({ login: z.string(), password: z.string(), code: z.optional(z.string()) }),
      ],
      "Send a token, or a username and password.",
    ),
    answer: instanceView,
  }),
  disconnectAccount: route("DELETE", "/instance/account", {
    summary: "Disconnects the account.",
    role: "editor",
    answer: instanceView,
  }),
  createRegistrationTokens: route("POST", "/registration-tokens", {
    summary: "Creates registration tokens and returns them once.",
    role: "editor",
    audit: "registration-tokens.create",
    body: z.object({
      count: z.int().check(z.minimum(1), z.maximum(100)),
      /** Nobody guesses a token of 16 characters or more; an instance stores at most 255. */
      length: z.int().check(z.minimum(16), z.maximum(255)),
    }),
    answer: z.object({ tokens: z.array(registrationToken) }),
    status: 201,
  }),
  provision: route("POST", "/provision", {
    summary:
      "Creates the bots described by the YAML or JSON document in the body. With `dryRun=true`, only reports the plan.",
    role: "editor",
    audit: ["application.create", "bot.edit", "bot.token", "bot.authorize"],
    limit: 256 * KiB,
    query: z.object({
      dryRun: z._default(
        z.enum(
          ["true", "false"],
          "dryRun must be true or false. Correct the address and send the request again.",
        ),
        "false",
      ),
    }),
    body: "bytes",
    answer: z.looseObject({ isDryRun: z.boolean(), owner: z.string() }),
  }),
  provisionSchema: route("GET", "/provision/schema", {
    summary: "Returns the JSON Schema of the document for POST /provision.",
    role: "viewer",
    answer: z.record(z.string(), z.unknown()),
  }),
};
