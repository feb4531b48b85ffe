import { registryOf } from "../registry";
import type { Edition } from "./edition";
import { filledUpLists, formerKeysOf, withEntries } from "./edition-file";
import type { EditionFile } from "./edition-file-schema";

export function editionWith(base: Edition, file: EditionFile): Edition {
  const sections = file.extends === undefined ? [] : base.registry.sections;
  const spelling = file.extends === undefined ? { keys: {}, values: {} } : base.spelling;
  const filledUp = filledUpLists(file, spelling);
  return {
    ...base,
    spelling,
    registry: registryOf(withEntries(sections, file, spelling)),
    formerKeys: {
      ...(file.extends === undefined ? {} : base.formerKeys),
      ...formerKeysOf(file, spelling),
    },
    mergedLists: { ...(file.extends === undefined ? {} : base.mergedLists), ...filledUp },
  };
}
