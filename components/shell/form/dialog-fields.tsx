import type { ChangeEvent, ComponentProps, ReactNode, RefCallback } from "react";
import * as z from "zod/mini";
import { Input } from "@/components/ui/input";

/**
 * The props for the control of a field. The ids are those of its label, help and error, unless it has no label.
 */
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

/** A field of a `FormDialog`. */
export interface DialogField<V> {
  /** Omit it for a control that names itself. */
  label?: string;
  help?: ReactNode;
  check: z.ZodMiniType<V, V>;
  initial: V;
  control: (props: DialogControl<V>) => ReactNode;
}

export type FieldWords = { label: string; help?: ReactNode };

/** A line of text. */
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

/** The name of an object, typed before it is deleted permanently. */
export const typedNameField = (name: string): DialogField<string> =>
  textField(
    { label: `Type ${name} to confirm` },
    z.string().check(z.refine((typed) => typed.trim() === name.trim(), `Type ${name} exactly.`)),
  );
