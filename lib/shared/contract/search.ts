import * as z from "zod/mini";
import { route } from "./route";

/**
 * A search result that the server finds: a bot, guild or user of the instance, an operator, a version of the
 * file or an audit entry.
 */
const foundObject = z.object({
  kind: z.enum(["bot", "guild", "user", "operator", "version", "audit"]),
  id: z.string(),
  /** The object's name. For an audit entry, its action in words. */
  title: z.string(),
  detail: z.nullable(z.string()),
  /** When the object was created, in ISO 8601. */
  at: z.nullable(z.string()),
  /**
   * How well the query matches.
   * - 3: the query is the object's name, id or number.
   * - 2: each word of the query is the beginning of a word in the name.
   * - 1: the query matches in another way.
   */
  exactness: z.union([z.literal(1), z.literal(2), z.literal(3)]),
});
export type FoundObject = z.infer<typeof foundObject>;

export const searchRoutes = {
  searchObjects: route("GET", "/search", {
    summary:
      "Finds bots, guilds, users, operators, versions and audit entries by name, id, number or note. Exact matches come first, then newer ones.",
    role: "viewer",
    query: z.object({
      q: z.string().check(
        z.trim(),
        z.minLength(2, "Send at least two characters."),
        z.maxLength(100, "Send at most 100 characters."),
        // PostgreSQL cannot store NUL.
        z.regex(/^[^\0]*$/, "Remove the NUL character."),
      ),
    }),
    /**
     * At most five results of each kind. Kinds that the instance does not offer are absent. If no account is connected,
     * kinds that need an account are also absent.
     */
    answer: z.array(foundObject),
  }),
};
