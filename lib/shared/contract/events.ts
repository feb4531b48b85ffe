import * as z from "zod/mini";
import { route } from "./route";

export interface EditingOperator {
  username: string;
  paths: readonly string[];
}

export const eventRoutes = {
  /**
   * The events of the stream:
   * - `hello`: at the start. Contains a `ConfigEvent` and the ids of the newest versions.
   * - `config`: after each change to the file. Contains the same data as `hello`.
   * - `apply`: at the start, and after each step of an apply. Contains an `ApplyView`, or null if the panel
   * has not applied a file yet.
   * - `presence`: at the start, and when other operators begin or end editing. Contains a list of `EditingOperator`.
   */
  panelEvents: route("GET", "/events", {
    summary: "Reports changes to the file and the steps of an apply. With `once`, only the current state.",
    role: "viewer",
    query: z.object({ once: z.optional(z.string()) }),
    answer: "stream",
  }),
  reportPresence: route("POST", "/presence", {
    summary:
      "Reports which settings have unsaved changes in a tab of the panel. Other operators see it for 45 seconds. Stores nothing.",
    role: "editor",
    limited: true,
    limit: 16 * 1024,
    body: z.object({
      /** Any text that identifies the tab in its session. */
      tab: z.string().check(z.minLength(1), z.maxLength(64)),
      paths: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(200)),
    }),
    answer: z.object({}),
  }),
  applyEvents: route("GET", "/running/apply/events", {
    summary: "Reports the steps of an apply.",
    role: "viewer",
    answer: "stream",
  }),
  /** Sends an `InstanceLogView` as the event `log`, at the start and when the output grows. */
  instanceLogEvents: route("GET", "/running/log/events", {
    summary: "Follows the instance's output (INSTANCE_LOG).",
    role: "editor",
    answer: "stream",
  }),
};
