import { type Field, kindOf } from "@/lib/shared/settings/field";
import { describeDefault } from "@/lib/shared/settings/wording";
import type { Fact } from "@/lib/shared/settings/kinds/kind";

/** What a reader of the reference must know to write a setting by hand. */
export function factsOf(field: Field): Fact[] {
  return [
    { name: "Type", text: typeOf(field) },
    ...(kindOf(field).facts?.(field) ?? []),
    { name: "Default", text: describeDefault(field) },
    ...inFile(field),
    ...(field.deprecated ? [{ name: "Deprecated", text: field.deprecated }] : []),
    ...(field.environment ? [{ name: "Environment", text: field.environment }] : []),
    ...(field.unused
      ? [{ name: "Unused", text: ["Unused: it has no effect.", field.instead ?? ""].join(" ").trim() }]
      : []),
  ];
}

function typeOf(field: Field): string {
  const text = kindOf(field).expects(field);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${field.kind === "secret" ? ", secret" : ""}`;
}

/** The default as JSON, if its text uses another unit. */
function inFile(field: Field): Fact[] {
  if (field.default === null || typeof field.default === "string") return [];
  return [{ name: "In the file", text: JSON.stringify(field.default), isCode: true }];
}
