import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { type JsonLocation, locate } from "@/lib/shared/json/location";
import { readTolerantly } from "@/lib/shared/json/read";
import { nodeAt } from "@/lib/shared/json/tree";
import { choicesOf, propertiesOf, schemaAt, typesOf } from "./schema-check";

const textOr = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

export function schemaAssist(schema: JsonSchema): Extension {
  return [
    autocompletion({ override: [(context) => complete(schema, context)], icons: false }),
    hoverTooltip((view, pos) => {
      const { path, token } = locate(view.state.doc.toString(), pos);
      const settingSchema = path.length > 0 ? schemaAt(schema, path) : undefined;
      if (!token || !settingSchema) return null;
      return {
        pos: token.start,
        end: token.end,
        above: true,
        create: () => ({ dom: helpOf(settingSchema, path.join(".")) }),
      };
    }),
  ];
}

function helpOf(schema: JsonSchema, path: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "cm-setting-help";
  const add = (tag: string, text: string) => {
    const element = document.createElement(tag);
    element.textContent = text;
    box.append(element);
  };
  add("strong", textOr(schema.title, path));
  add("code", path);
  if (typeof schema.description === "string") add("span", schema.description);
  if (schema.default !== undefined) add("code", `Default: ${JSON.stringify(schema.default)}`);
  return box;
}

export function complete(schema: JsonSchema, context: CompletionContext): CompletionResult | null {
  const text = context.state.doc.toString();
  const location = locate(text, context.pos);
  if (!context.explicit && !context.matchBefore(/["\w]/)) return null;
  const { token } = location;
  const [from, to] =
    token && context.pos > token.start ? [token.start, token.end] : [context.pos, context.pos];
  const options = location.isKey
    ? keysFor(schema, text, location, text.slice(to))
    : valuesFor(schema, location);
  return options.length === 0 ? null : { from, to, options, filter: true };
}

function keysFor(schema: JsonSchema, text: string, { path }: JsonLocation, rest: string): Completion[] {
  const group = path.slice(0, -1);
  const { root } = readTolerantly(text);
  const object = root && nodeAt(root, group);
  const present = new Set(object?.type === "object" ? object.members.map(({ key }) => key) : []);
  const typed = String(path.at(-1) ?? "");
  const hasValue = /^\s*:/.test(rest);
  return propertiesOf(schemaAt(schema, group)).flatMap(([key, memberSchema]) => {
    if (present.has(key) && key !== typed) return [];
    return {
      label: `"${key}"`,
      detail: textOr(memberSchema.title, typesOf(memberSchema).join(" or ")),
      info: textOr(memberSchema.description, ""),
      apply: hasValue ? `"${key}"` : `"${key}": ${placeholderOf(memberSchema)}`,
    };
  });
}

function placeholderOf(schema: JsonSchema): string {
  if (schema.default !== undefined) return JSON.stringify(schema.default);
  const [choice] = choicesOf(schema);
  if (choice !== undefined) return JSON.stringify(choice);
  const types = typesOf(schema);
  if (types.includes("object")) return "{}";
  if (types.includes("array")) return "[]";
  return types.includes("string") ? '""' : "null";
}

function valuesFor(schema: JsonSchema, { path }: JsonLocation): Completion[] {
  const settingSchema = schemaAt(schema, path);
  if (!settingSchema) return [];
  const examples = Array.isArray(settingSchema.examples) ? settingSchema.examples : [];
  const values = [...choicesOf(settingSchema), ...examples];
  if (settingSchema.default !== undefined) values.push(settingSchema.default);
  return [...new Set(values.map((value) => JSON.stringify(value)))].map((label) => ({
    label,
    detail: label === JSON.stringify(settingSchema.default) ? "default" : undefined,
  }));
}
