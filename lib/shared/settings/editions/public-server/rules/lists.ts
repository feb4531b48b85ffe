import { isObject } from "../../../../json/value";
import { defineRule, listed, set, type Rule, type Violation, fixBy } from "../../../rules/rule";
import { filledUp, lastingList } from "../../edition";
import type { Edition } from "../../edition";
import type { SettingPath } from "../../../types";

const isBlank = (entry: unknown): boolean => entry === "";

const nameOf = (entry: unknown): string => (isObject(entry) ? String(entry.id) : String(entry));

interface Merged {
  readonly path: SettingPath;
  readonly label: string;
  readonly additions: readonly unknown[];
}

function filledUpOf({ path, label, additions }: Merged, list: readonly unknown[]): Violation | [] {
  const back = filledUp(list, additions);
  if (back === list || back.slice(list.length).every(isBlank)) return [];
  const count = additions.length === 1 ? "one entry" : `${additions.length} entries`;
  const shortListWords = `“${label}” is shorter than the instance's own list, which has ${count}. When the instance rewrites its file, the list becomes ${listed(back.map(nameOf))}.`;
  const lasting = lastingList(list, additions);
  if (lasting === null)
    return {
      paths: [path],
      message: `${shortListWords} Add at least one entry of your own to prevent that.`,
    };
  const last = nameOf(list.at(-1));
  return {
    paths: [path],
    message: `${shortListWords} To keep it, list “${last}” more than once: that makes the list long enough without changing its meaning.`,
    fix: fixBy(`Repeat “${last}”`, set(path, lasting as never)),
  };
}

/**
 * Returns the list without the entries that the server has added at its end. Null if there is no proof that
 * the server extended the list.
 */
function beforeFilling(list: readonly unknown[], additions: readonly unknown[]): readonly unknown[] | null {
  if (list.length !== additions.length) return null;
  const names = list.map(nameOf);
  const same = additions.findLastIndex((entry, index) => nameOf(entry) !== names[index]) + 1;
  const [start, rest] = [names.slice(0, same), names.slice(same)];
  // If an entry is in both parts of the list, an operator added the first occurrence and the server the second.
  const isTwice = rest.some((name) => start.includes(name));
  return isTwice && rest.some((name) => !start.includes(name)) ? list.slice(0, same) : null;
}

function wasFilledUp({ path, label, additions }: Merged, list: readonly unknown[]): Violation | [] {
  const before = beforeFilling(list, additions);
  const lasting = before && lastingList(before, additions);
  if (!before || !lasting) return [];
  const names = listed(before.map(nameOf));
  return {
    paths: [path],
    message: `“${label}” ends with entries that the instance added: at every start, it extends a shorter list. To have only ${names}, repeat the last entry until the list is as long.`,
    fix: fixBy(`Use only ${names}`, set(path, lasting as never)),
  };
}

export function listRule({ mergedLists, registry }: Pick<Edition, "mergedLists" | "registry">): Rule {
  const merged = Object.entries(mergedLists).map(([path, additions]): Merged => ({
    path: path as SettingPath,
    label: registry.fieldAt(path)?.label ?? path,
    additions,
  }));
  return defineRule({
    id: "list-filled-up",
    severity: "warning",
    reads: merged.map(({ path }) => path),
    check: ({ get, isSet }) =>
      merged.flatMap((one) => {
        const list: unknown = isSet(one.path) ? get(one.path) : null;
        return Array.isArray(list) ? [filledUpOf(one, list), wasFilledUp(one, list)].flat() : [];
      }),
  });
}
