import type { ChangeEvent, ComponentProps, ReactNode, RefCallback } from "react";
import * as z from "zod/mini";
import { Input, InputGroup, NativeSelect } from "@/components/ui/input";

/** What a field passes to its control. The ids of label, help and error are absent if the field has no label. */
export interface DialogControl<V> {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  name: string;
  value: V;
  onChange: (next: V | ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
  onBlur: () => void;
  ref: RefCallback<HTMLElement>;
}

export interface DialogField<V> {
  label?: string;
  help?: ReactNode;
  check: z.ZodMiniType<V, V>;
  initial: V;
  control: (props: DialogControl<V>) => ReactNode;
}

type FieldWords = { label: string; help?: ReactNode };

export const textField = (
  words: FieldWords,
  check: z.ZodMiniType<string, string> = z.string(),
  { initial = "", ...input }: ComponentProps<"input"> & { initial?: string } = {},
): DialogField<string> => ({
  ...words,
  check,
  initial,
  control: (props) => <Input autoComplete="off" {...props} {...input} />,
});

/** A field in which the operator types the object's name to confirm its permanent deletion. */
export const typedNameField = (name: string): DialogField<string> =>
  textField(
    { label: `Type ${name} to confirm` },
    z.string().check(z.refine((typed) => typed.trim() === name.trim(), `Type ${name} exactly.`)),
  );

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

export const endField = (days: readonly number[], initial: number): DialogField<string> =>
  choiceField(
    { label: "Ends" },
    days.map((count) => [String(count), endWords[count] ?? `In ${count} days`]),
    { initial: String(initial) },
  );

const endWords: Readonly<Record<number, string>> = { 1: "In a day", 7: "In a week", 365: "In a year" };

export const codeCheck = z.string().check(z.trim(), z.minLength(1, "Enter a code."));

export const codeInput = {
  className: "font-mono",
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

export const codeField = (words: FieldWords, input?: ComponentProps<"input">): DialogField<string> =>
  textField(words, codeCheck, { ...codeInput, ...input });
