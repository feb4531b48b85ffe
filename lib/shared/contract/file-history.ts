import * as z from "zod/mini";
import { route } from "./route";

/**
 * How the history of the file at CONFIG_PATH was chosen. `new`: the first file of the database. `content`: the
 * history has a version with this content, and its file is no longer at its old path. `only`: the database has one
 * file, which is no longer at its old path. `copy`: another history has a version with this content, but its file
 * still exists, so this file gets a separate history. `other`: nothing suggests that the file belongs to a known
 * history. `chosen`: an operator chose.
 */
const historyBasis = z.enum(["new", "content", "only", "copy", "other", "chosen"]);
export type HistoryBasis = z.output<typeof historyBasis>;

/** A history in the database. */
const fileHistory = z.object({
  id: z.int(),
  /** Whether it is the history of the file at CONFIG_PATH. */
  isCurrent: z.boolean(),
  /** The paths where its file is or was, newest first. */
  paths: z.array(z.string()),
  versions: z.int(),
  /** When its newest version was saved, ISO 8601; null if it has no versions. */
  newest: z.nullable(z.string()),
  /** Whether it has a version with the file's current content. */
  hasContent: z.boolean(),
});
export type FileHistory = z.output<typeof fileHistory>;

/** The histories of all files in the database, and how the current one was chosen. */
const fileHistories = z.object({
  path: z.string(),
  basis: historyBasis,
  /** When the file was first found at this path, ISO 8601. */
  since: z.string(),
  histories: z.array(fileHistory),
});
export type FileHistories = z.output<typeof fileHistories>;

export const fileHistoryRoutes = {
  listHistories: route("GET", "/config/histories", {
    summary: "Lists the histories of all files in the database.",
    role: "viewer",
    answer: fileHistories,
  }),
  chooseHistory: route("POST", "/config/histories", {
    summary: "Connects the configuration file to another history, or starts a new one.",
    role: "editor",
    audit: "config.history",
    /** null: a new history. */
    body: z.object({ history: z.nullable(z.int().check(z.positive())) }),
    answer: fileHistories,
  }),
};
