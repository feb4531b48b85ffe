import * as z from "zod/mini";
import { route } from "./route";

const finding = z.object({
  /** Name of the check, such as "data folder". */
  check: z.string(),
  state: z.enum(["ok", "warning", "error", "skipped"]),
  /** The result and, unless all is well, what to do. */
  message: z.string(),
});
export type Finding = z.infer<typeof finding>;

export const findings = z.array(finding);

const doctorView = z.object({
  /** When the checks ended, in milliseconds since 1970. Null if they have not run since the panel started. */
  checkedAt: z.nullable(z.number()),
  isRunning: z.boolean(),
  /** Why the panel does not start the checks, and what to do. Null if it does. */
  refusal: z.nullable(z.string()),
  findings,
});
export type DoctorView = z.infer<typeof doctorView>;

export const doctorRoutes = {
  readDoctor: route("GET", "/doctor", {
    summary:
      "Returns what the doctor last found. Starts the checks if the results are older than a day and there is enough memory.",
    role: "editor",
    answer: doctorView,
  }),
  runDoctor: route("POST", "/doctor", {
    summary: "Starts the doctor's checks, at most once in 30 seconds, and answers immediately.",
    role: "editor",
    answer: doctorView,
  }),
};
