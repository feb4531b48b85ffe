import { CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { jsonSchema } from "@/lib/shared/settings/json-schema";
import { complete } from "./schema-assist";

/** Completes a text at the bar `|`. Returns the text that results from each offered completion. */
function choicesAt(textWithBar: string): Record<string, string> {
  const pos = textWithBar.indexOf("|");
  const doc = textWithBar.replace("|", "");
  const result = complete(jsonSchema(), new CompletionContext(EditorState.create({ doc }), pos, true));
  return Object.fromEntries(
    (result?.options ?? []).map(({ label, apply }) => {
      const insert = typeof apply === "string" ? apply : label;
      return [label, doc.slice(0, result?.from) + insert + doc.slice(result?.to ?? pos)];
    }),
  );
}

describe("completion in the raw text", () => {
  it("offers a group's missing keys with their defaults", () => {
    const choices = choicesAt('{ "limits": { "user": { "maxUsername": 40, "max|" } } }');
    expect(choices).not.toHaveProperty('"maxUsername"');
    expect(choices).not.toHaveProperty('"general"');
    expect(choices['"maxBio"']).toMatch(
      /^\{ "limits": \{ "user": \{ "maxUsername": 40, "maxBio": \d+ \} \} \}$/,
    );
  });

  it("replaces only the key if a value already follows", () => {
    expect(choicesAt('{ "limits": { "user": { "maxB|": 7 } } }')['"maxBio"']).toBe(
      '{ "limits": { "user": { "maxBio": 7 } } }',
    );
  });

  it("offers a setting's choices, and both values of a switch", () => {
    expect(Object.keys(choicesAt('{ "email": { "provider": | } }'))).toContain('"smtp"');
    expect(choicesAt('{ "register": { "disabled": fal| } }').true).toBe(
      '{ "register": { "disabled": true } }',
    );
  });

  it("offers nothing for keys that are not settings", () => {
    expect(choicesAt('{ "x-notes": { "owner": "|" } }')).toEqual({});
  });
});
