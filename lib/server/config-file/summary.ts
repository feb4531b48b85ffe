import "server-only";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { allProblems, evaluateRules } from "@/lib/shared/settings/rules";

/** The document with contradictions between settings added to its problems. */
export function withRules(document: ConfigSnapshot): ConfigSnapshot {
  // The values of an unusable file come from an earlier version or are the defaults.
  const violations = document.file.state === "usable" ? evaluateRules(document) : [];
  return { ...document, problems: allProblems(document.problems, violations) };
}

/**
 * The summary of the file for every page: it counts as many problems as a page with the values does, but contains
 * only their paths. It copies only the listed parts, because the rest of the document contains values.
 */
export function summaryOf(document: ConfigSnapshot): FileSummary {
  const { etag, naming, file, problems } = withRules(document);
  return { etag, naming, file, problems: problems.map(({ path, severity }) => ({ path, severity })) };
}
