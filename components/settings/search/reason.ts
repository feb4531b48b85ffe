import type { Field } from "@/lib/shared/settings/field";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import { partsOf } from "./marked";

interface Reason {
  text: string;
  isKey: boolean;
  /** Set if no text of the setting matches, so that the query can only have matched the setting's value. */
  isByValue?: true;
}

/**
 * The second line of a search result. By default, this is the setting's key. If the query matches the help text or a
 * synonym, but neither name, section nor key, this is the matching text.
 */
export function reasonOf(
  field: Pick<Field, "path" | "label" | "help" | "synonyms">,
  key: string,
  letters: readonly string[],
): Reason {
  const fits = (text: string) => partsOf(text, letters).length > 1;
  const byKey = { text: key, isKey: true };
  if ([field.label, sectionOfAny(field.path)?.title ?? "", key].some(fits)) return byKey;
  if (fits(field.help)) return { text: field.help, isKey: false };
  const synonym = field.synonyms?.find(fits);
  return synonym === undefined
    ? { ...byKey, isByValue: true }
    : { text: `Also called ${synonym}`, isKey: false };
}
