import * as z from "zod/mini";
import { authorKinds } from "../author";
import { operations } from "./config-snapshot";
import { configSnapshot, secretChanges } from "./config-snapshot";
import { keyChanges, someChange } from "./config";
import { numbered } from "./fields";
import { note, settingChange } from "./history";
import { route } from "./route";

/** Maximum size of a proposal (bytes). The panel stores up to a hundred open ones. */
const LIMIT = 256 * 1024;

const author = { author: z.string(), authorKind: z.enum(authorKinds) };

const head = z.object({
  id: z.int(),
  title: z.string(),
  note: z.nullable(z.string()),
  ...author,
  at: z.number(),
  state: z.enum(["open", "saved", "rejected"]),
  paths: z.array(z.string()),
  comments: z.int(),
});
export type ProposalHead = z.infer<typeof head>;

const detail = z.extend(head, {
  /** The version of the file that `changes` compares with. A save must send it in If-Match. */
  etag: z.string(),
  /** Never contains a secret. */
  changes: z.array(settingChange),
  /** Paths of proposed values that somebody else has changed since the proposal was made. */
  conflicts: z.array(z.string()),
  problems: z.array(z.string()),
  discussion: z.array(z.object({ id: z.int(), ...author, at: z.number(), text: z.string() })),
  decision: z.nullable(
    z.object({
      by: z.string(),
      at: z.number(),
      version: z.nullable(z.int()),
      reason: z.nullable(z.string()),
    }),
  ),
  refusal: z.nullable(z.string()),
});
export type Proposal = z.infer<typeof detail>;

const text = (most: number, empty: string) =>
  z.string(empty).check(
    z.trim(),
    z.minLength(1, empty),
    z.maxLength(most, `Use at most ${most} characters.`),
    z.refine((value) => !value.includes("\0"), "Remove the NUL character, which cannot be stored."),
  );

const reviewedSections = z.object({
  sections: z.array(z.string()),
});
export type ReviewedSections = z.infer<typeof reviewedSections>;

export const proposalRoutes = {
  listProposals: route("GET", "/proposals", {
    summary: "Lists the proposals, newest first: all open ones, and the last hundred others.",
    role: "viewer",
    answer: z.array(head),
  }),
  getProposal: route("GET", "/proposals/:id", {
    summary: "Returns one proposal: what it would change now, its conflicts, and its comments.",
    role: "viewer",
    takesTurns: "proposals",
    params: numbered,
    answer: detail,
  }),
  createProposal: route("POST", "/proposals", {
    summary:
      "Proposes edits for somebody else to review and save. Editors may propose, and API tokens that may only propose.",
    role: "viewer",
    limited: true,
    audit: "proposal.create",
    takesTurns: "edits",
    limit: LIMIT,
    body: z
      .object({
        title: text(100, "Enter a title."),
        note,
        /** The ETag that the edits are based on. By default, the current one. */
        base: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, "Send an ETag without quotes."))),
        operations,
        keys: keyChanges,
      })
      .check(someChange),
    answer: head,
    status: 201,
  }),
  commentOnProposal: route("POST", "/proposals/:id/comments", {
    summary: "Adds a comment to a proposal.",
    role: "editor",
    limited: true,
    audit: "proposal.comment",
    takesTurns: "proposals",
    params: numbered,
    body: z.object({ text: text(2_000, "Enter a comment.") }),
    answer: detail,
    status: 201,
  }),
  saveProposal: route("POST", "/proposals/:id/save", {
    summary: "Saves a proposal's edits as a new version.",
    role: "editor",
    limited: true,
    audit: "proposal.save",
    ifMatch: true,
    etag: true,
    params: numbered,
    proof: { refusal: "Nothing was saved", when: secretChanges },
    body: z.object({ note }),
    answer: configSnapshot,
  }),
  rejectProposal: route("POST", "/proposals/:id/reject", {
    summary: "Closes a proposal without saving it.",
    role: "editor",
    limited: true,
    audit: "proposal.reject",
    takesTurns: "proposals",
    params: numbered,
    body: z.object({ reason: note }),
    answer: detail,
  }),
  getReviewedSections: route("GET", "/reviewed-sections", {
    summary: "Returns the sections whose changes need two operators.",
    role: "viewer",
    answer: reviewedSections,
  }),
  setReviewedSections: route("PUT", "/reviewed-sections", {
    summary: "Chooses the sections whose changes need two operators.",
    role: "owner",
    audit: "proposal.sections",
    proof: { refusal: "The sections were not changed" },
    body: reviewedSections,
    answer: reviewedSections,
  }),
};
