import { editionWith } from "./edition-with";
import type { EditionFile } from "./edition-file-schema";
import { neutralPath } from "./edition-file";
import type { Edition } from "./edition";
import { z } from "../zod";

export interface EditionFault {
  readonly place: readonly (string | number)[];
  readonly message: string;
}

/** Ids that are addresses of other pages of the settings. */
const reserved = new Set(["history", "import", "other", "raw", "reference"]);

/** Finds the faults that the schema cannot express. @param base the edition that the file adds to */
export function faultsOf(file: EditionFile, base: Edition): EditionFault[] {
  const isReplacing = file.extends === undefined;
  const { registry, spelling } = editionWith(base, { ...file, settings: [] });
  const known = (path: string) => !isReplacing && registry.fieldAt(path) !== undefined;
  const paths = file.settings.map(({ path }) => neutralPath(spelling, path));
  const faults = file.settings.flatMap((entry, index): EditionFault[] => {
    const path = paths[index] ?? "";
    const at = (key: string, message: string): EditionFault => ({ place: ["settings", index, key], message });
    const faults: EditionFault[] = [];
    if (paths.indexOf(path) !== index)
      faults.push(at("path", `${entry.path} is listed twice. Remove one entry.`));
    const inside =
      paths.find((other) => other.startsWith(`${path}.`)) ??
      registry.fields.find((field) => field.path.startsWith(`${path}.`))?.path;
    if (inside !== undefined)
      faults.push(
        at("path", `${entry.path} cannot be a setting, because it contains the setting ${inside}.`),
      );
    if (!known(path)) {
      if (entry.kind === undefined && entry.secret !== true)
        faults.push(at("path", `${entry.path} is a new setting and needs a kind.`));
      if (entry.label === undefined)
        faults.push(at("path", `${entry.path} is a new setting and needs a label.`));
      if (!path.includes(".") && entry.section === undefined && entry.after === undefined)
        faults.push(at("path", `${entry.path} has no parent key, so it needs a section.`));
      if (entry.kind === "enum" && (entry.options ?? []).length === 0)
        faults.push(at("kind", `${entry.path} is an enum and needs options.`));
    }
    const section = entry.section ?? path.split(".", 1)[0] ?? "";
    if (reserved.has(section))
      faults.push(at("path", `A section cannot be named ${section}. Set another section for ${entry.path}.`));
    if (entry.after !== undefined) {
      const after = neutralPath(spelling, entry.after);
      const isBefore = paths.slice(0, index).includes(after) || known(after);
      if (!isBefore) faults.push(at("after", `${entry.after} is not a setting above this one.`));
    }
    if (entry.secret === true && entry.kind !== undefined && !["secret", "text"].includes(entry.kind))
      faults.push(at("secret", "Only a text can be a secret. Use the kind secret."));
    return faults;
  });
  return faults.length > 0 ? faults : invalidDefaults(file, base, paths);
}

function invalidDefaults(file: EditionFile, base: Edition, paths: readonly string[]): EditionFault[] {
  const { registry } = editionWith(base, file);
  return file.settings.flatMap((entry, index) => {
    const field = registry.fieldAt(paths[index] ?? "");
    if (!field || field.default === null || field.default === undefined) return [];
    const checked = field.schema(z).safeParse(field.default);
    const [issue] = checked.error?.issues ?? [];
    if (issue === undefined) return [];
    const key = entry.default === undefined ? "path" : "default";
    return [
      {
        place: ["settings", index, key],
        message: `The default of ${entry.path} is not valid. ${issue.message}`,
      },
    ];
  });
}
