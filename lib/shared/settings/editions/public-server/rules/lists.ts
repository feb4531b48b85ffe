import { isObject } from "../../../../json/value";
import { defineRule, listed, set, type Rule, type Violation } from "../../../rules/rule";
import { filledUp, lastingList } from "../../edition";
import { mergedLists } from "../merged-lists";
import { registry } from "../registry";

type MergedPath = keyof typeof mergedLists;
const paths = Object.keys(mergedLists) as MergedPath[];

/** An entry that means nothing is not worth a warning. */
const isBlank = (entry: unknown): boolean => entry === "";

const nameOf = (entry: unknown): string => (isObject(entry) ? String(entry.id) : String(entry));

function filledUpOf(path: MergedPath, list: readonly unknown[]): Violation[] {
  const own = mergedLists[path];
  const back = filledUp(list, own);
  if (back === list || back.slice(list.length).every(isBlank)) return [];
  const count = own.length === 1 ? "one entry" : `${own.length} entries`;
  const what = `“${registry.fieldAt(path)?.label}” is shorter than the instance's own list, which has ${count}. When the instance rewrites its file, it comes back as ${listed(back.map(nameOf))}.`;
  const lasting = lastingList(list, own);
  if (lasting === null)
    return [{ paths: [path], message: `${what} List at least one entry of your own to prevent that.` }];
  const last = nameOf(list.at(-1));
  return [
    {
      paths: [path],
      message: `${what} To keep it, list “${last}” more than once: the list is then long enough, and means the same.`,
      fix: { label: `Repeat “${last}”`, operations: [set(path, lasting as never)] },
    },
  ];
}

export const listRules: readonly Rule[] = [
  defineRule({
    id: "list-filled-up",
    severity: "warning",
    reads: paths,
    check: ({ get, isSet }) => paths.flatMap((path) => (isSet(path) ? filledUpOf(path, get(path)) : [])),
  }),
];
