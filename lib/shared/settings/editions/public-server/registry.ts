import { registryOf, specified } from "../../registry";
import { extended } from "../extend";
import { changes } from "./changes";
import { furtherSettings } from "./further";

export const registry = registryOf(
  extended(specified.sections, {
    further: furtherSettings,
    changes,
    // Its one key stands with the other settings of link previews.
    without: ["external"],
  }),
  // In its file, but it reads nothing there.
  ["components"],
);
