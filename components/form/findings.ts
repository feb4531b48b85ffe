import type { ConfigDocument, Problem } from "@/lib/config/document";
import { setAt } from "@/lib/config/paths";
import { fieldAt } from "@/lib/config/registry";
import { allProblems, type Facts, introducedErrors, type RuleFinding } from "@/lib/config/rules";
import { isSecretEntry } from "./entry";
import { checkValue } from "./operations";
import type { Drafts } from "./rebase";

/** The document with what the rules between settings say about it among its problems. */
export function withFindings(document: ConfigDocument): ConfigDocument {
  // The values of a file that cannot be read are those of an earlier version, or the defaults.
  if (document.file.state !== "usable") return document;
  return { ...document, problems: allProblems(document) };
}

/** The file as it would be with the drafts saved. A draft that is not valid cannot be saved and does not count. */
export function factsWith(document: ConfigDocument, drafts: Drafts): Facts {
  const { naming } = document;
  if (drafts.size === 0) return document;
  const values = structuredClone(document.values);
  const secrets = { ...document.secrets };
  const set = new Set(document.set);
  for (const [path, { entry }] of drafts) {
    const field = fieldAt(path);
    if (field === undefined) continue;
    const isWritten = isSecretEntry(entry) ? entry.action === "replace" : entry.set;
    const checked = isWritten ? checkValue(field, entry.value) : { ok: true as const, value: field.default };
    if (!checked.ok) continue;
    if (isWritten) set.add(path);
    else set.delete(path);
    if (isSecretEntry(entry)) secrets[path] = isWritten ? "set" : "unset";
    else setAt(values, path, checked.value);
  }
  return { values, secrets, naming, set: [...set] };
}

/** What there would be to say about the file with the drafts saved; a draft's own value is judged at its control. */
export function problemsWith(document: ConfigDocument, drafts: Drafts): readonly Problem[] {
  const own = document.problems.filter(({ rule }) => rule === undefined);
  if (document.file.state !== "usable") return own;
  return allProblems({ ...factsWith(document, drafts), problems: own });
}

/** Contradictions that saving the drafts would bring about. */
export function errorsBroughtBy(document: ConfigDocument, drafts: Drafts): RuleFinding[] {
  if (document.file.state !== "usable") return [];
  return introducedErrors(document, factsWith(document, drafts));
}

/** Problems by key path; where a path's are the same as before, the same list, so that its row need not render. */
export function byPath(
  problems: readonly Problem[],
  before: ReadonlyMap<string, readonly Problem[]>,
): Map<string, readonly Problem[]> {
  const result = new Map<string, readonly Problem[]>();
  for (const problem of problems) {
    if (problem.path !== undefined) result.set(problem.path, [...(result.get(problem.path) ?? []), problem]);
  }
  for (const [path, list] of result) {
    const old = before.get(path);
    if (old !== undefined && sameProblems(old, list)) result.set(path, old);
  }
  return result;
}

function sameProblems(left: readonly Problem[], right: readonly Problem[]): boolean {
  return (
    left.length === right.length &&
    left.every((one, index) => one.message === right[index]?.message && one.line === right[index]?.line)
  );
}
