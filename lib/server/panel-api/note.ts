import "server-only";
import { z } from "zod";

/** Why a change was made; kept with the version of the file. PostgreSQL's texts cannot hold NUL. */
export const noteSchema = z
  .string()
  .max(500, "Use at most 500 characters.")
  .refine((note) => !note.includes("\0"), "Remove the NUL character, which cannot be stored.")
  .trim()
  .optional();
