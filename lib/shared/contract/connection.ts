import * as z from "zod/mini";
import { proof } from "./operators";
import { route } from "./route";

const connection = z.object({
  /** `open`: nobody has chosen a mode yet, and the file seems to belong to another server. */
  mode: z.enum(["standalone", "connected", "open"]),
  /** Address of the running instance's API. */
  url: z.nullable(z.string()),
  /** Whether an environment variable sets the address. */
  isUrlFixed: z.boolean(),
  hasOperatorToken: z.boolean(),
  isTokenFixed: z.boolean(),
  /** Whether the file seems to belong to another server. */
  isFileOfOthers: z.boolean(),
  /** Whether somebody has chosen the instance, in the panel or by environment variables. */
  isAnswered: z.boolean(),
  /** The address of the other server's API, from the file. */
  suggestion: z.nullable(z.string()),
});
/** Which instance the panel works with, for the Instance page. Never contains the token. */
export type ConnectionView = z.infer<typeof connection>;

const trial = z.object({
  /** The address to use; null if no address answered. */
  url: z.nullable(z.string()),
  /** The instance's own name. */
  name: z.nullable(z.string()),
  steps: z.array(
    z.object({
      title: z.string(),
      state: z.enum(["done", "failed", "skipped"]),
      /** The finding, or what to do. */
      text: z.string(),
    }),
  ),
  /** The rights of the token, and why the panel needs each. */
  rights: z.array(
    z.object({
      name: z.string(),
      /** What the panel uses the right for. */
      purpose: z.string(),
      /** Null if the right cannot be tested without side effects. */
      held: z.nullable(z.boolean()),
    }),
  ),
});
/** The result of trying an address and a token. */
export type ConnectionTrial = z.infer<typeof trial>;

/** The address and token to try. */
export const tried = z.object({
  /** A domain, or the address of an API. */
  address: z.string("Enter an address.").check(z.minLength(1, "Enter an address."), z.maxLength(500)),
  operatorToken: z.optional(z.string().check(z.maxLength(4096))),
});

/** Which instance to use. A token that is left out stays unchanged; null removes it. */
export const choice = z.union([
  z.object({ mode: z.literal("standalone") }),
  z.object({
    mode: z.literal("connected"),
    url: z.string("Enter an address."),
    operatorToken: z.optional(z.nullable(z.string())),
  }),
]);
export type ConnectionChoice = z.infer<typeof choice>;

export const connectionRoutes = {
  getConnection: route("GET", "/instance/connection", {
    summary: "Returns whether this panel is the instance, or which instance it is connected to.",
    role: "viewer",
    answer: connection,
  }),
  tryConnection: route("POST", "/instance/connection/trial", {
    summary: "Checks an address and a token step by step. Changes nothing.",
    role: "owner",
    proof: { refusal: "Nothing was checked" },
    body: z.extend(tried, proof),
    answer: trial,
  }),
  saveConnection: route("PUT", "/instance/connection", {
    summary: "Sets the instance that the panel works with.",
    role: "owner",
    audit: "instance.connection",
    proof: { refusal: "The connection was not changed" },
    body: z.object({ choice, ...proof }),
    answer: connection,
  }),
};
