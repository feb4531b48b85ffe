"use client";

import { type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from "@/components/ui/dialog";

export interface FormDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it, unless something else does. */
  trigger?: ReactNode;
  title: string;
  description: string;
  /** Label of the submit button. */
  action: string;
  /** Of the submit button: `danger` where something is lost for good. */
  tone?: "primary" | "danger";
  /** For more than a few fields. */
  wide?: boolean;
  busy: boolean;
  /** Why the form as a whole was refused. */
  failure?: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** A short form in a dialog: it closes when its request succeeds, and keeps what was typed when it fails. */
export function FormDialog(props: FormDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange}>
      {props.trigger ? <DialogTrigger asChild>{props.trigger}</DialogTrigger> : null}
      <DialogContent width={props.wide ? "wide" : undefined}>
        <form onSubmit={props.onSubmit} noValidate className="contents">
          <DialogHeader>
            <DialogTitle>{props.title}</DialogTitle>
            <DialogDescription>{props.description}</DialogDescription>
          </DialogHeader>
          <DialogBody className="flex flex-col gap-5">
            {props.failure ? (
              <Callout tone="danger" role="alert">
                {props.failure}
              </Callout>
            ) : null}
            {props.children}
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" variant={props.tone ?? "primary"} busy={props.busy}>
              {props.action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
