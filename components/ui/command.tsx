"use client";

import { Command as Primitive } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn, popupItem } from "./cn";

/** A list that filters its items while the operator types. Used by the search dialog. */
export const Command = Primitive;

export function CommandInput({ className, ...props }: ComponentProps<typeof Primitive.Input>) {
  return (
    <div className="flex items-center gap-2 border-b px-3">
      <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <Primitive.Input
        className={cn(
          "h-13 w-full min-w-0 bg-transparent text-base outline-none max-sm:h-14 max-sm:text-lg",
          className,
        )}
        {...props}
      />
    </div>
  );
}

export function CommandList(props: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className="min-h-0 overflow-x-hidden overflow-y-auto overscroll-contain p-2 max-sm:flex-1 sm:max-h-[min(440px,60dvh)]"
      {...props}
    />
  );
}

export function CommandGroup(props: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted-foreground"
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        popupItem,
        // cmdk sets data-disabled="false" on enabled items, so a style must test the attribute's value.
        "data-[disabled=false]:pointer-events-auto data-[disabled=false]:opacity-100 data-[selected=true]:bg-accent-soft",
        className,
      )}
      {...props}
    />
  );
}
