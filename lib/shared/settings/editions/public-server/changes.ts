import type { Changes } from "../extend";
import { mergedLists } from "./merged-lists";

/** What the public server does otherwise with settings of the specification. */
export const changes: Changes = {
  "regions.default": { default: "spacebar" },
  "regions.available": { default: mergedLists["regions.available"] },
  "guild.discovery.offset": { unused: undefined },
};
