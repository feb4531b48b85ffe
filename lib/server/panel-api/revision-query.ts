import "server-only";
import { z } from "zod";
import { unrecognizedKeys } from "@/lib/shared/contract/history";
import { editions } from "@/lib/shared/settings/editions";

const moment = z.iso.datetime({
  offset: true,
  error: "Send a time in ISO 8601, such as 2026-11-21T00:00:00Z.",
});

const filter = {
  // PostgreSQL's texts cannot hold NUL.
  author: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\0]*$/)
    .optional(),
  section: z
    .string()
    .refine(
      (id) => id === unrecognizedKeys || editions.some(({ registry }) => registry.sectionById(id)),
      `Send the id of a section, or “${unrecognizedKeys}”.`,
    )
    .optional(),
  since: moment.optional(),
  until: moment.optional(),
};

/** The query of `GET /api/panel/config/revisions`. */
export const revisionQuerySchema = z.object({
  ...filter,
  limit: z.coerce.number().int().min(1).max(100).optional(),
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
});

/** The filter in the address of the history's page. What is not valid there is left out, as if it was not asked. */
export const revisionFilterSchema = z.object({
  author: filter.author.catch(undefined),
  section: filter.section.catch(undefined),
  since: filter.since.catch(undefined),
  until: filter.until.catch(undefined),
});
