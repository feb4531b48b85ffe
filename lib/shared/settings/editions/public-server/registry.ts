import { registryOf, specified } from "../../registry";
import { extended } from "../extend";
import { changes } from "./changes";
import { furtherSettings } from "./further";

export const registry = registryOf(extended(specified.sections, { further: furtherSettings, changes }), [
  "components",
]);
