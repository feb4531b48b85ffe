import "server-only";
import type { Db } from "@/lib/server/db";
import { actionWords } from "@/lib/shared/audit-actions";
import type { AuditFilter, AuditRecord } from "@/lib/shared/contract/audit";
import { auditPage } from "./list";

export type ExportFormat = "jsonl" | "csv";

/** Maximum number of entries in memory at a time. */
const AT_ONCE = 500;

const COLUMNS: readonly [title: string, value: (record: AuditRecord) => string | null][] = [
  ["entry", ({ id }) => String(id)],
  ["time", ({ at }) => new Date(at).toISOString()],
  ["person", ({ actor }) => actor],
  ["kind", ({ actorKind }) => actorKind],
  ["user", ({ userId }) => userId],
  ["action", ({ action }) => action],
  ["action in words", ({ action }) => actionWords(action)],
  ["object", ({ target }) => target],
  ["outcome", ({ outcome }) => outcome],
  ["address", ({ address }) => address],
  ["browser", ({ browser }) => browser],
  ["details", ({ detail }) => (detail === null ? null : JSON.stringify(detail))],
];

/** Matches text that spreadsheets treat as a formula, also after blanks and with full-width characters. */
const formula = /^[\s\u0000]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/;

/**
 * Converts text to a cell of a CSV file (RFC 4180). If a spreadsheet would treat the text as a formula, adds an
 * apostrophe in front, because anybody can choose names and user agents.
 */
export const csvCell = (text: string | null): string =>
  `"${`${formula.test(text ?? "") ? "'" : ""}${text ?? ""}`.replaceAll('"', '""')}"`;

const csvLine = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(",")}\r\n`;

const jsonLine = ({ at, ...record }: AuditRecord) =>
  `${JSON.stringify({ ...record, at: new Date(at).toISOString() })}\n`;

/** Yields the entries that match a filter as text, newest first, a few hundred at a time. */
export async function* auditText(db: Db, filter: AuditFilter, format: ExportFormat): AsyncGenerator<string> {
  if (format === "csv") yield csvLine(COLUMNS.map(([title]) => title));
  const line = (record: AuditRecord) =>
    format === "csv" ? csvLine(COLUMNS.map(([, value]) => value(record))) : jsonLine(record);
  let before: number | undefined;
  for (;;) {
    const { entries, next } = await auditPage(db, { ...filter, before, limit: AT_ONCE });
    if (entries.length > 0) yield entries.map(line).join("");
    if (next === null) return;
    before = next;
  }
}
