import { EditorState } from "@codemirror/state";
import { expect, it } from "vitest";
import { jsonSchema } from "@/lib/shared/settings/json-schema";
import { placesOf, problemsIn } from "./text-lint";

const found = (doc: string) => {
  const state = EditorState.create({ doc });
  return placesOf(state, problemsIn(state, jsonSchema())).map(
    ({ line, column, severity }) => `${severity} ${line}:${column}`,
  );
};

it("syntax errors are listed with line and column, in the order of the text", () => {
  expect(found('{\n  "a": 1\n  "b": tru,\n}')).toEqual(["error 3:3", "error 3:8", "error 3:11"]);
});

it("values that do not match the schema are listed as warnings", () => {
  expect(found('{\n  "limits": { "user": { "maxBio": "many" } },\n  "gif": { "enabled": 3 }\n}')).toEqual([
    "warning 2:35",
    "warning 3:23",
  ]);
  expect(found('{ "limits": { "user": { "maxBio": 7 } } }')).toEqual([]);
});
