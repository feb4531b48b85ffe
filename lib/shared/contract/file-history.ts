import * as z from "zod/mini";
import { route } from "./route";

/**
 * Why the file at CONFIG_PATH continues its history.
 * - `new`: the database contained no history.
 * - `content`: a version in the history has the file's content, and there is no file at the history's old path.
 * - `only`: the database contains one history, and there is no file at its old path.
 * - `copy`: a version in another history has the file's content, but that history's file still exists. The file got a
 * separate history.
 * - `other`: nothing connects the file with a stored history. It got a separate history.
 * - `chosen`: an operator has chosen the history.
 */
const historyBasis = z.enum(["new", "content", "only", "copy", "other", "chosen"]);
export type HistoryBasis = z.output<typeof historyBasis>;

const fileHistory = z.object({
  id: z.int(),
  /** Whether the file at CONFIG_PATH continues this history. */
  isCurrent: z.boolean(),
  /** All paths that the history's file has had, the newest first. */
  paths: z.array(z.string()),
  versions: z.int(),
  /** When the newest version was saved, in ISO 8601. Null if there are no versions. */
  newest: z.nullable(z.string()),
  /** Whether a version has the same content as the file at CONFIG_PATH. */
  hasContent: z.boolean(),
});
export type FileHistory = z.output<typeof fileHistory>;

/** All histories in the database, and which of them the file at CONFIG_PATH continues. */
const fileHistories = z.object({
  path: z.string(),
  basis: historyBasis,
  /** When the panel first found the file at this path, in ISO 8601. */
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
    /** Null starts a new history. */
    body: z.object({ history: z.nullable(z.int().check(z.positive())) }),
    answer: fileHistories,
  }),
};
