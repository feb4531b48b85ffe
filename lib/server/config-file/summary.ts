import "server-only";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { allProblems, evaluateRules } from "@/lib/shared/settings/rules";

/** The document with contradictions between settings added to its problems. */
export function withRules(document: ConfigSnapshot): ConfigSnapshot {
  // The values of an unusable file are those of an earlier version, or the defaults.
  const violations = document.file.state === "usable" ? evaluateRules(document) : [];
  return { ...document, problems: allProblems(document.problems, violations) };
}

/**
 * What every page may know of the file: as many problems as a page with the values finds, and nothing but the places of
 * them. Only the listed parts are copied, since the rest of the document holds values.
 */
export function summaryOf(document: ConfigSnapshot): FileSummary {
  const { etag, naming, file, problems } = withRules(document);
  return { etag, naming, file, problems: problems.map(({ path, severity }) => ({ path, severity })) };
}
