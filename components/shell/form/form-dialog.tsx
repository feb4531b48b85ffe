"use client";

import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import {
  Controller,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
} from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogParts, DialogTrigger } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toaster";
import type { DialogField } from "./dialog-fields";
import { FormFailure } from "./form-failure";
import { FormField } from "./form-field";
import { useRequestForm } from "./use-request-form";

export interface FormDialogProps<Values extends FieldValues, Result> {
  /** The button that opens the dialog, if a button opens it. */
  trigger?: ReactNode;
  /** Whether the dialog is open, if its owner controls that. */
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** For a dialog whose code is loaded by the first click. */
  startsOpen?: boolean;
  /** Whether it is temporarily hidden. Typed text is preserved. */
  isHidden?: boolean;
  title: string;
  description: string;
  /** Label of the submit button. */
  action: string;
  /** The tone of the submit button: `danger` for permanent losses. */
  tone?: "primary" | "danger";
  wide?: boolean;
  /** Every control by name. The panel's problems have this name as their path. */
  fields: { [Name in keyof Values]: DialogField<Values[Name]> };
  /** If the request needs a proof of identity, `IdentityDialog` asks for it. */
  request: (values: Values) => Result | Promise<Result>;
  /** Queries that the request changes. Refetched before the dialog closes. */
  changes?: QueryFilters;
  /** The toast after the request succeeded; null if another dialog follows, which the toast would cover. */
  done?: (result: Result) => string | null;
  /** Runs after the dialog closed. */
  onDone?: (result: Result, values: Values) => unknown;
  /** Shown before the fields. */
  children?: ReactNode;
}

/**
 * A dialog with a few fields and one request. It closes when the request succeeds. If the request fails, it shows
 * the problems at their fields and preserves the typed text.
 */
export function FormDialog<Values extends FieldValues, Result>(props: FormDialogProps<Values, Result>) {
  const { fields, request, changes, done, onDone } = props;
  const [isOpenByItself, setOpen] = useState(props.startsOpen ?? false);
  const client = useQueryClient();
  type Any = DialogField<PathValue<Values, FieldPath<Values>>>;
  // Each field checks and shows its own value, which the list's type cannot express.
  const parts = Object.entries(fields as unknown as Record<string, Any>);
  const collect = <V,>(pick: (field: Any) => V) =>
    Object.fromEntries(parts.map(([name, field]) => [name, pick(field)]));
  const initial = collect((field) => field.initial) as Values;
  const { form, errors, submit, isBusy } = useRequestForm<Values, Result>({
    schema: z.object(collect(({ check }) => check)) as unknown as z.core.$ZodType<Values, Values>,
    initial,
    request: async (values) => request(values),
    async onDone(result, values) {
      if (changes) await client.invalidateQueries(changes);
      change(false);
      const message = done?.(result);
      if (message) toast.success(message);
      await onDone?.(result, values);
    },
  });
  function change(isOpen: boolean) {
    setOpen(isOpen);
    props.onOpenChange?.(isOpen);
    form.reset(initial as DefaultValues<Values>);
  }
  // A field without a label cannot show its own error.
  const unlabeled = parts.find(([name, { label }]) => label === undefined && errors[name])?.[0];
  const failure = errors.root?.message ?? (unlabeled && String(errors[unlabeled]?.message));
  return (
    <Dialog open={(props.open ?? isOpenByItself) && !props.isHidden} onOpenChange={change}>
      {props.trigger ? <DialogTrigger asChild>{props.trigger}</DialogTrigger> : null}
      <DialogContent width={props.wide ? "wide" : undefined}>
        <form
          onSubmit={(event) => {
            // The dialog is in a portal, yet React lets the event bubble to forms around the trigger.
            event.stopPropagation();
            void submit(event);
          }}
          noValidate
          className="contents"
        >
          <DialogParts
            title={props.title}
            description={props.description}
            footer={
              <>
                <DialogClose asChild>
                  <Button>Cancel</Button>
                </DialogClose>
                <Button type="submit" variant={props.tone ?? "primary"} busy={isBusy}>
                  {props.action}
                </Button>
              </>
            }
          >
            <FormFailure message={failure} />
            {props.children}
            {parts.map(([name, { label, help, control }]) => (
              <Controller
                key={name}
                name={name as FieldPath<Values>}
                control={form.control}
                render={({ field, fieldState: { error } }) =>
                  label === undefined ? (
                    <>{control(field)}</>
                  ) : (
                    <FormField label={label} help={help} error={error?.message}>
                      {(labels) => control({ ...labels, ...field })}
                    </FormField>
                  )
                }
              />
            ))}
          </DialogParts>
        </form>
      </DialogContent>
    </Dialog>
  );
}
