import * as z from "zod/mini";
import { proof } from "./operators";
import { route } from "./route";

const connection = z.object({
  /** `open`: the file appears to belong to another server, and nobody has chosen a mode yet. */
  mode: z.enum(["standalone", "connected", "open"]),
  url: z.nullable(z.string()),
  /** Whether an environment variable sets the address. */
  isUrlFixed: z.boolean(),
  hasOperatorToken: z.boolean(),
  isTokenFixed: z.boolean(),
  /** Whether the file appears to belong to another server. */
  isFileOfOthers: z.boolean(),
  /** Whether an operator or an environment variable has chosen the mode. */
  isAnswered: z.boolean(),
  /** Address of the other server's API, taken from the file. */
  suggestion: z.nullable(z.string()),
});
/** The instance that the panel works with. Never contains the operator token. */
export type ConnectionView = z.infer<typeof connection>;

const trial = z.object({
  /** The address that responded. Null if no address responded. */
  url: z.nullable(z.string()),
  /** The name that the instance reports. */
  name: z.nullable(z.string()),
  steps: z.array(
    z.object({
      title: z.string(),
      state: z.enum(["done", "failed", "skipped"]),
      /** The result of the step and, if it failed, what to do. */
      text: z.string(),
    }),
  ),
  /** The rights that the panel needs, and whether the token has them. */
  rights: z.array(
    z.object({
      name: z.string(),
      /** Why the panel needs the right. */
      purpose: z.string(),
      /** Null if testing the right would have side effects. */
      held: z.nullable(z.boolean()),
    }),
  ),
});
/** The result of testing an address and a token. */
export type ConnectionTrial = z.infer<typeof trial>;

/** The address and the token to test. */
export const tried = z.object({
  /** A domain or the address of an API. */
  address: z.string("Enter an address.").check(z.minLength(1, "Enter an address."), z.maxLength(500)),
  operatorToken: z.optional(z.string().check(z.maxLength(4096))),
});

/** The mode to use. An absent token stays unchanged, and null removes the token. */
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
