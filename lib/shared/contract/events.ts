import * as z from "zod/mini";
import { route } from "./route";

export const eventRoutes = {
  /**
   * The events of the stream:
   * - `hello`: at the start. Contains a `ConfigEvent` and the ids of the newest versions.
   * - `config`: after each change to the file. Contains the same data as `hello`.
   * - `apply`: at the start, and after each step of an apply. Contains an `ApplyView`, or null if the panel
   * has not applied a file yet.
   */
  panelEvents: route("GET", "/events", {
    summary: "Reports changes to the file and the steps of an apply. With `once`, only the current state.",
    role: "viewer",
    query: z.object({ once: z.optional(z.string()) }),
    answer: "stream",
  }),
  applyEvents: route("GET", "/running/apply/events", {
    summary: "Reports the steps of an apply.",
    role: "viewer",
    answer: "stream",
  }),
};
