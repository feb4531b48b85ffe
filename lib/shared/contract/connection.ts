import * as z from "zod/mini";
import { proof } from "./operators";
import { route } from "./route";

const connection = z.object({
  /** `open`: nobody has said yet, and the file seems to be another server's. */
  mode: z.enum(["standalone", "connected", "open"]),
  /** Address of the running instance's API. */
  url: z.nullable(z.string()),
  /** An environment variable says it. */
  isUrlFixed: z.boolean(),
  hasOperatorToken: z.boolean(),
  isTokenFixed: z.boolean(),
  /** The file seems to belong to another server. */
  isFileOfOthers: z.boolean(),
  /** Somebody has said which instance it is, in the panel or in its environment. */
  isAnswered: z.boolean(),
  /** The address of that server's API, as the file has it. */
  suggestion: z.nullable(z.string()),
});
/** Which instance the panel works with, as the Instance page shows it. Never the token. */
export type ConnectionView = z.infer<typeof connection>;

const trial = z.object({
  /** The address to use; null if none answered. */
  url: z.nullable(z.string()),
  /** What the instance calls itself. */
  name: z.nullable(z.string()),
  steps: z.array(
    z.object({
      title: z.string(),
      state: z.enum(["done", "failed", "skipped"]),
      /** What was found, or what to do. */
      text: z.string(),
    }),
  ),
  /** The rights of the token, and what the panel needs each for. */
  rights: z.array(
    z.object({
      name: z.string(),
      /** What the panel does with it. */
      purpose: z.string(),
      /** Null: it cannot be tried without effect. */
      held: z.nullable(z.boolean()),
    }),
  ),
});
/** What came of trying an address and a token. */
export type ConnectionTrial = z.infer<typeof trial>;

/** What somebody wants to try. */
export const tried = z.object({
  /** A domain, or an address of an API. */
  address: z.string("Enter an address.").check(z.minLength(1, "Enter an address."), z.maxLength(500)),
  operatorToken: z.optional(z.string().check(z.maxLength(4096))),
});

/** Which instance it is. A token that is left out stays as it is; null removes it. */
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
    body: tried,
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
