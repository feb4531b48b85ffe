import { cache } from "react";
import { core } from "@/lib/core";

/** Returns the configuration file. The layouts and the page of one request share one reading of it. */
export const fileNow = cache(() => core().config.read());
