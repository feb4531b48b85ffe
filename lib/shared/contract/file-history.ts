import * as z from "zod/mini";
import { route } from "./route";

/**
 * How it was decided which history belongs to the file at CONFIG_PATH. `new`: the first file of the database. `content`: it
 * holds a version of a file that was elsewhere. `only`: the one file of the database is no longer at its old path. `copy`:
 * it holds a version of a file that is still elsewhere, so it has its own history. `other`: nothing says that it is a file
 * of the database. `chosen`: by an operator.
 */
const historyBasis = z.enum(["new", "content", "only", "copy", "other", "chosen"]);
export type HistoryBasis = z.output<typeof historyBasis>;

/** A history that the database has. */
const fileHistory = z.object({
  id: z.int(),
  /** It is the one of the file at CONFIG_PATH. */
  isCurrent: z.boolean(),
  /** Where its file is or was, newest first. */
  paths: z.array(z.string()),
  versions: z.int(),
  /** When its newest version was made, ISO 8601; null without any. */
  newest: z.nullable(z.string()),
  /** It has a version with the content that the file has now. */
  hasContent: z.boolean(),
});
export type FileHistory = z.output<typeof fileHistory>;

/** The histories of all files of the database, and how the current one was decided on. */
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
    /** null: a new one. */
    body: z.object({ history: z.nullable(z.int().check(z.positive())) }),
    answer: fileHistories,
  }),
};
