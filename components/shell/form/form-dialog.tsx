"use client";

import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
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
import { FormFailure, FormField } from "./form-parts";
import { useRequestForm } from "./use-request-form";

export interface FormDialogProps<Values extends FieldValues, Result> {
  /** Absent if the parent controls `open`. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Opens the dialog when it is mounted. Used if a click on its button loads the dialog's code. */
  startsOpen?: boolean;
  /** Hides the dialog without unmounting it, so that typed text stays. */
  isHidden?: boolean;
  title: string;
  description: string;
  action: string;
  /** Tone of the submit button. `danger` warns of a permanent loss. */
  tone?: "primary" | "danger";
  wide?: boolean;
  /**
   * The fields, by name. If a problem in the panel's response is about a field, the problem's `path` is that
   * field's name. Fields may be added while the dialog is open.
   */
  fields: { [Name in keyof Values]: DialogField<Values[Name]> };
  /** Sends the request. `IdentityDialog` opens if the panel requires proof of identity. */
  request: (values: Values) => Result | Promise<Result>;
  /** Queries that the request invalidates. They are refetched before the dialog closes, unless `done` returns null. */
  changes?: QueryFilters;
  /**
   * Text of the toast after the request has succeeded. Null if another dialog follows, because the toast would cover
   * it.
   */
  done?: (result: Result) => string | null;
  onDone?: (result: Result, values: Values) => unknown;
  children?: ReactNode;
  /** Shown below the fields. */
  below?: ReactNode;
}

/**
 * It closes when the request succeeds. If the request fails, it shows the problems at their fields, and typed
 * text stays.
 */
export function FormDialog<Values extends FieldValues, Result>(props: FormDialogProps<Values, Result>) {
  const { fields, request, changes, done, onDone } = props;
  const [isOpenByItself, setOpen] = useState(props.startsOpen ?? false);
  const client = useQueryClient();
  type Any = DialogField<PathValue<Values, FieldPath<Values>>>;
  // Each field has its own type of value, which an array of fields cannot express.
  const parts = Object.entries(fields as unknown as Record<string, Any>);
  const collect = <V,>(pick: (field: Any) => V) =>
    Object.fromEntries(parts.map(([name, field]) => [name, pick(field)]));
  const initial = collect((field) => field.initial) as Values;
  const { form, errors, submit, isBusy } = useRequestForm<Values, Result>({
    schema: z.object(collect(({ check }) => check)) as unknown as z.core.$ZodType<Values, Values>,
    initial,
    request: async (values) => request(values),
    async onDone(result, values) {
      const message = done?.(result);
      const refetched = changes ? client.invalidateQueries(changes) : undefined;
      // A dialog that follows must not wait, because it may show something only once, such as recovery codes.
      if (message !== null) await refetched;
      change(false);
      if (message) toast.success(message);
      await onDone?.(result, values);
    },
  });
  function change(isOpen: boolean) {
    setOpen(isOpen);
    props.onOpenChange?.(isOpen);
    form.reset(initial as DefaultValues<Values>);
  }
  // A field without a label has no place for its error, so the dialog shows the error.
  const unlabeled = parts.find(([name, { label }]) => label === undefined && errors[name])?.[0];
  const failure = errors.root?.message ?? (unlabeled && String(errors[unlabeled]?.message));
  return (
    <Dialog open={(props.open ?? isOpenByItself) && !props.isHidden} onOpenChange={change}>
      {props.trigger ? <DialogTrigger asChild>{props.trigger}</DialogTrigger> : null}
      <DialogContent width={props.wide ? "wide" : undefined}>
        <form
          onSubmit={(event) => {
            // React bubbles the event to a form around the trigger, although the portal is outside that form.
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
            {parts.map(([name, { label, help, control, initial }]) => (
              <Controller
                key={name}
                name={name as FieldPath<Values>}
                defaultValue={initial}
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
            {props.below}
          </DialogParts>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Returns props for a page's dialog that creates something. */
export function useOpenDialog() {
  const isAsked = useSearchParams().has("new");
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    // Without a request of the router, so that the dialog closes while the panel does not respond.
    if (!next && isAsked) window.history.replaceState(null, "", window.location.pathname);
  };
  return { open: isOpen || isAsked, onOpenChange: change };
}
