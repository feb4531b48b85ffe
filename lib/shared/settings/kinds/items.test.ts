import { expect, it } from "vitest";
import * as z from "zod/mini";
import { z as settingZod } from "@/lib/shared/settings/zod";
import { fields } from "@/lib/shared/settings/registry";
import { itemsKind } from "./items";

const lists = fields.filter((field) => field.kind === "string-list" || field.kind === "feature-list");

it.each(lists)(
  "the JSON Schema of $path describes the elements exactly as zod's own conversion does",
  (field) => {
    const { $schema: _, ...whole } = z.toJSONSchema(field.itemSchema(settingZod), { unrepresentable: "any" });
    expect(whole).toHaveProperty("pattern");
    expect(itemsKind.jsonSchema(field, String, settingZod)).toEqual({
      type: ["array", "null"],
      items: whole,
      uniqueItems: true,
    });
  },
);
