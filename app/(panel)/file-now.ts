import { cache } from "react";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

/** Returns the configuration file. The layouts and the page of one request share one reading of it. */
export const fileNow = cache(() => core().config.read());

/** Returns the instance, as the layouts and the page of one request show it. */
export const instanceNow = cache(async () =>
  core().panel.sessionInstances.view(await requireSession(), await fileNow()),
);
