import type { EditionFile } from "../edition-file-schema";
import settings from "./settings.json" with { type: "json" };

/** The settings of the public server that the specification does not have. A test checks them with the schema. */
export const further = settings as unknown as EditionFile;
