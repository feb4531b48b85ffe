import * as z from "zod/mini";
import { route } from "./route";

export const eventRoutes = {
  /**
   * `hello` is sent at the start and `config` at every change of the file (`ConfigEvent`), both with the newest
   * versions' ids. `apply` is sent at the start and at every step of an apply (`ApplyView`; null if nothing was
   * ever applied).
   */
  panelEvents: route("GET", "/events", {
    summary: "Reports changes of the file and the steps of an apply. With `once`, only the current state.",
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
