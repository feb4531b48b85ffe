import * as z from "zod/mini";
import { route } from "./route";

/**
 * - `standalone`: this panel is the instance.
 * - `connected`: the panel works with a running instance.
 * - `open`: the file appears to belong to another server, and nobody has chosen a mode yet.
 */
const instanceMode = z.enum(["standalone", "connected", "open"]);
export type InstanceMode = z.infer<typeof instanceMode>;

export const CAPABILITIES = [
  /** Lists all bots, not only those of one account. */
  "everyBot",
  "botGuilds",
  /** Changes a bot's permissions in a guild, and removes it from a guild. */
  "botMembership",
  "botPictures",
  "botTransfer",
  /** Gives a bot user a name other than its application's name. */
  "botUsernames",
  "everyGuild",
  "guildCare",
  "everyUser",
  "userCare",
  "userTokens",
  "userBans",
  "registrationTokens",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/**
 * For each feature: true if the instance offers it, or a sentence that says why not and what to do instead.
 */
export type Capabilities = Readonly<Record<Capability, true | string>>;

/** An account of the instance. Both fields are null if the instance does not report the token's owner. */
const instanceAccount = z.object({ id: z.nullable(z.string()), username: z.nullable(z.string()) });
export type InstanceAccount = z.infer<typeof instanceAccount>;

const instanceView = z.object({
  mode: instanceMode,
  /** Address of the instance's API without a version. */
  url: z.nullable(z.string()),
  name: z.nullable(z.string()),
  capabilities: z.readonly(z.record(z.enum(CAPABILITIES), z.union([z.literal(true), z.string()]))),
  /**
   * The account that this session uses, or null if none is connected. In standalone mode, it is the operator's own
   * user.
   */
  account: z.nullable(instanceAccount),
  hasOperatorToken: z.boolean(),
});
export type InstanceView = z.infer<typeof instanceView>;

const instanceState = z.object({
  url: z.string(),
  answers: z.boolean(),
  reason: z.optional(z.string()),
  checkedAt: z.string(),
});
export type InstanceState = z.infer<typeof instanceState>;

/** Lets one person register. Shown only once. */
const registrationToken = z.object({
  token: z.string(),
  link: z.nullable(z.string()),
});
export type RegistrationToken = z.infer<typeof registrationToken>;

/** A count is null if the instance does not report it to the account. */
const counts = z.object({ users: z.nullable(z.int()), guilds: z.nullable(z.int()) });
export type Counts = z.infer<typeof counts>;

const KiB = 1024;

const connection = z.object({
  /** `open`: the file appears to belong to another server, and nobody has chosen a mode yet. */
  mode: z.enum(["standalone", "connected", "open"]),
  url: z.nullable(z.string()),
  isUrlFixed: z.boolean(),
  hasOperatorToken: z.boolean(),
  isTokenFixed: z.boolean(),
  isFileOfOthers: z.boolean(),
  isAnswered: z.boolean(),
  /** Address of the other server's API, taken from the file. */
  suggestion: z.nullable(z.string()),
});
/** Never contains the operator token. */
export type ConnectionView = z.infer<typeof connection>;

const trial = z.object({
  url: z.nullable(z.string()),
  name: z.nullable(z.string()),
  steps: z.array(
    z.object({
      title: z.string(),
      state: z.enum(["done", "failed", "skipped"]),
      text: z.string(),
    }),
  ),
  rights: z.array(
    z.object({
      name: z.string(),
      purpose: z.string(),
      /** Null if testing the right would have side effects. */
      held: z.nullable(z.boolean()),
    }),
  ),
});
export type ConnectionTrial = z.infer<typeof trial>;

const trialInput = z.object({
  address: z.string("Enter an address.").check(z.minLength(1, "Enter an address."), z.maxLength(500)),
  operatorToken: z.optional(z.string().check(z.maxLength(4096))),
});

/** The mode to use. An absent token stays unchanged, and null removes the token. */
const choice = z.union([
  z.object({ mode: z.literal("standalone") }),
  z.object({
    mode: z.literal("connected"),
    url: z.string("Enter an address."),
    operatorToken: z.optional(z.nullable(z.string())),
  }),
]);
export type ConnectionChoice = z.infer<typeof choice>;

export const instanceRoutes = {
  getInstance: route("GET", "/instance", {
    summary: "Returns the instance, its features, the connected account and whether the instance responds.",
    role: "viewer",
    /** If the panel is connected to an instance, the answer also says whether the instance responds. */
    answer: z.extend(instanceView, z.partial(z.omit(instanceState, { url: true })).shape),
  }),
  getCounts: route("GET", "/instance/counts", {
    summary: "Returns how many users and guilds the instance has.",
    role: "viewer",
    answer: counts,
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
    audit: "instance.disconnect-account",
    answer: instanceView,
  }),
  createRegistrationTokens: route("POST", "/registration-tokens", {
    summary: "Creates registration tokens and returns them once.",
    role: "editor",
    audit: "registration-tokens.create",
    body: z.object({
      count: z.int().check(z.minimum(1), z.maximum(100)),
      /** A token of 16 characters cannot be guessed. The instance stores at most 255 characters. */
      length: z.int().check(z.minimum(16), z.maximum(255)),
    }),
    answer: z.object({ tokens: z.array(registrationToken) }),
    status: 201,
  }),
  provision: route("POST", "/provision", {
    summary:
      "Creates the bots described by the JSON document in the body. With `dryRun=true`, only reports the plan.",
    role: "editor",
    audit: ["application.create", "bot.edit", "bot.token", "bot.authorize"],
    proof: {
      refusal: "Nothing was created",
      when: "the bots belong to another operator, or get Administrator or Manage Guild",
    },
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
  getConnection: route("GET", "/instance/connection", {
    summary: "Returns whether this panel is the instance, or which instance it is connected to.",
    role: "viewer",
    answer: connection,
  }),
  tryConnection: route("POST", "/instance/connection/trial", {
    summary: "Checks an address and a token step by step. Changes nothing.",
    role: "owner",
    proof: { refusal: "Nothing was checked" },
    body: trialInput,
    answer: trial,
  }),
  saveConnection: route("PUT", "/instance/connection", {
    summary: "Sets the instance that the panel works with.",
    role: "owner",
    audit: "instance.connection",
    proof: { refusal: "The connection was not changed" },
    body: z.object({ choice }),
    answer: connection,
  }),
};
