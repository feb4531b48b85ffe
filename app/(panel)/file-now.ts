import { cache } from "react";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

/** The layouts and the page of one request share one reading of it. */
export const fileNow = cache(() => core().config.read());

export const instanceNow = cache(async () =>
  core().panel.sessionInstances.view(await requireSession(), await fileNow()),
);
