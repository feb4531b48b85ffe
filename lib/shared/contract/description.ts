import * as z from "zod/mini";
import { route } from "./route";

export const descriptionRoutes = {
  describePanelApi: route("GET", "/openapi.json", {
    summary: "Describes the panel API (OpenAPI 3.1).",
    role: "viewer",
    answer: z.record(z.string(), z.unknown()),
  }),
};
