import "server-only";
import { createHash } from "node:crypto";
import type { ConfigSnapshot, Problem } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { type CountedList, isLong, oncePerList } from "@/lib/shared/settings/long-lists";
import type { Field } from "@/lib/shared/settings/field";
import { copyGroups, getAt, setAt } from "@/lib/shared/settings/paths";

export const counted = oncePerList((list): CountedList => ({
  counted: list.length,
  digest: createHash("sha256").update(JSON.stringify(list)).digest("hex"),
}));

/** Rules read the entries of a list that must not be empty. */
const isCountable = (field: Field): boolean => field.kind === "string-list" && field.minItems === undefined;

const known = new WeakMap<ConfigSnapshot["values"], ConfigSnapshot["values"]>();

/**
 * Replaces long lists by their lengths, because a page must not contain 100,000 entries. `GET /config/list` returns
 * the entries. Cached, because every page of a version has the same values.
 */
export function withCountedLists(document: ConfigSnapshot): ConfigSnapshot {
  const values = known.get(document.values) ?? countedValues(document);
  known.set(document.values, values);
  return { ...document, values, problems: document.problems.map(withoutLongFix) };
}

function countedValues({ naming, values }: ConfigSnapshot): ConfigSnapshot["values"] {
  const long = editionOf(naming).registry.fields.filter(
    (field) => isCountable(field) && isLong(getAt(values, field.path)),
  );
  if (long.length === 0) return values;
  const copy = copyGroups(values);
  for (const { path } of long) setAt(copy, path, counted(getAt(values, path) as readonly unknown[]));
  return copy;
}

/** A fix that sets a long list would bring the list into every page. */
function withoutLongFix(problem: Problem): Problem {
  const { fix, ...rest } = problem;
  if (fix === undefined || !("operations" in fix)) return problem;
  return fix.operations.some((one) => one.op === "set" && isLong(one.value)) ? rest : problem;
}
