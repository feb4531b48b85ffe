import * as z from "zod/mini";
import { InputGroup } from "@/components/ui/input-group";
import { NativeSelect } from "@/components/ui/native-select";
import type { DialogField, FieldWords } from "./dialog-fields";

/** A field that selects one of a few options. An option is a pair of value and label. */
export const choiceField = (
  words: FieldWords,
  options: readonly (readonly [value: string, words: string])[],
  { initial = "", check = z.string() }: { initial?: string; check?: z.ZodMiniType<string, string> } = {},
): DialogField<string> => ({
  ...words,
  check,
  initial,
  control: (props) => (
    <InputGroup className="[&_select]:rounded-lg [&>span]:w-full [&>span]:border-0">
      <NativeSelect {...props} className="w-full">
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </InputGroup>
  ),
});

/** A field for the number of days after which a token or an invitation expires. */
export const endField = (days: readonly number[], initial: number): DialogField<string> =>
  choiceField(
    { label: "Ends" },
    days.map((count) => [String(count), endWords[count] ?? `In ${count} days`]),
    { initial: String(initial) },
  );

const endWords: Readonly<Record<number, string>> = { 1: "In a day", 7: "In a week", 365: "In a year" };
