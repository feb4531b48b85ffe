import * as z from "zod/mini";

/** What forms accept as a guild's name. */
export const guildNameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(2, "Use at least 2 characters."),
    z.maxLength(100, "Use at most 100 characters."),
  );
