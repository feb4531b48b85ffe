import { inPanel } from "@/lib/shared/base-path";
import type { AuditFilter } from "@/lib/shared/contract/audit";

function withQuery(path: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * URL of the audit page with a filter.
 * @param before id of an entry; the page lists only older entries
 */
export const auditHref = (filter: AuditFilter, before?: number): string =>
  withQuery("/audit", { ...filter, before });

export const isFiltered = (filter: AuditFilter): boolean => auditHref(filter) !== auditHref({});

export const exportHref = (filter: AuditFilter, format: "jsonl" | "csv"): string =>
  withQuery(inPanel("/api/panel/audit/export"), { ...filter, format });
