import * as z from "zod/mini";
import { route } from "./route";

/**
 * A search result from the server: an object of the instance, an operator, a version of the file or an audit
 * entry.
 */
const foundObject = z.object({
  kind: z.enum(["bot", "guild", "user", "operator", "version", "audit"]),
  id: z.string(),
  /** Its name. For an audit entry, the action in words. */
  title: z.string(),
  /** Distinguishes it from other results with the same name. */
  detail: z.nullable(z.string()),
  /** ISO 8601: when it was created. */
  at: z.nullable(z.string()),
  /**
   * 3: the query is its name, id or number. 2: each word of the query starts a word of its name. 1: any other
   * match.
   */
  exactness: z.union([z.literal(1), z.literal(2), z.literal(3)]),
});
export type FoundObject = z.infer<typeof foundObject>;

export const searchRoutes = {
  searchObjects: route("GET", "/search", {
    summary:
      "Finds bots, guilds, users, operators, versions and audit entries by name, id, number or note. Exact and new matches come first.",
    role: "viewer",
    query: z.object({
      q: z.string().check(
        z.trim(),
        z.minLength(2, "Send at least two characters."),
        z.maxLength(100, "Send at most 100 characters."),
        // PostgreSQL cannot store NUL in text.
        z.regex(/^[^\0]*$/, "Remove the NUL character."),
      ),
    }),
    /**
     * At most five of each kind. Kinds that the instance does not offer, or not without an account, are left out.
     */
    answer: z.array(foundObject),
  }),
};
