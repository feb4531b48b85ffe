/** Matches text that spreadsheets treat as a formula, even after whitespace or in full-width characters. */
const formula = /^[\s\u0000]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/;

/**
 * Converts text to a cell of a CSV file (RFC 4180). Adds a leading apostrophe if a spreadsheet would treat
 * the text as a formula. Attackers may choose names and user agents.
 */
export const csvCell = (text: string | null): string =>
  `"${`${formula.test(text ?? "") ? "'" : ""}${text ?? ""}`.replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly (string | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
