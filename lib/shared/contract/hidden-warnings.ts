import * as z from "zod/mini";
import { route } from "./route";

const hiddenWarning = z.object({
  id: z.int(),
  /** Identifies the warning. If the warning changes, for example to an error, its key changes and it is shown again. */
  key: z.string(),
  title: z.string(),
  reason: z.string(),
  actor: z.string(),
  at: z.number(),
  until: z.number(),
});
export type HiddenWarning = z.infer<typeof hiddenWarning>;

export const hiddenWarningRoutes = {
  listHiddenWarnings: route("GET", "/hidden-warnings", {
    summary: "Lists the warnings that operators have hidden on the overview, with their reasons.",
    role: "viewer",
    answer: z.array(hiddenWarning),
  }),
  hideWarning: route("POST", "/hidden-warnings", {
    summary: "Hides a warning on the overview for some days. All operators see who did it, and why.",
    role: "editor",
    audit: "warning.hide",
    body: z.object({
      key: z.string().check(z.minLength(1), z.maxLength(2000)),
      title: z.string().check(z.minLength(1), z.maxLength(500)),
      reason: z
        .string("Enter a reason.")
        .check(
          z.trim(),
          z.minLength(1, "Enter a reason."),
          z.maxLength(500, "Enter a reason of at most 500 characters."),
        ),
      days: z.int().check(z.minimum(1, "Choose at least a day."), z.maximum(365, "Choose at most a year.")),
    }),
    answer: z.array(hiddenWarning),
  }),
  showWarning: route("DELETE", "/hidden-warnings/:id", {
    summary: "Shows a hidden warning again.",
    role: "editor",
    audit: "warning.show",
    answer: z.array(hiddenWarning),
  }),
};
