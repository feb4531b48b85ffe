import type { ChangeEvent, ComponentProps, ReactNode, RefCallback } from "react";
import * as z from "zod/mini";
import { Input } from "@/components/ui/input";

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
  /** Absent if the control has a label of its own. */
  label?: string;
  help?: ReactNode;
  check: z.ZodMiniType<V, V>;
  initial: V;
  control: (props: DialogControl<V>) => ReactNode;
}

export type FieldWords = { label: string; help?: ReactNode };

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

/** The operator must type the object's name before the object is deleted permanently. */
export const typedNameField = (name: string): DialogField<string> =>
  textField(
    { label: `Type ${name} to confirm` },
    z.string().check(z.refine((typed) => typed.trim() === name.trim(), `Type ${name} exactly.`)),
  );
