"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn, control, controlHeight, controlText, popup, popupItem } from "./cn";

export const Select = Primitive.Root;
export const SelectValue = Primitive.Value;

export function SelectTrigger({ className, children, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        control,
        controlHeight,
        controlText,
        "flex items-center justify-between gap-2 text-left data-[placeholder]:text-muted-foreground [&>span]:truncate",
        className,
      )}
      {...props}
    >
      {children}
      <Primitive.Icon asChild>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      </Primitive.Icon>
    </Primitive.Trigger>
  );
}

export function SelectContent({ children }: { children: ReactNode }) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        position="popper"
        sideOffset={4}
        className={cn(
          popup,
          "max-h-(--radix-select-content-available-height) max-w-[calc(100vw-16px)] min-w-(--radix-select-trigger-width) overflow-hidden",
        )}
      >
        <Primitive.Viewport className="p-1">{children}</Primitive.Viewport>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

interface SelectItemProps extends ComponentProps<typeof Primitive.Item> {
  /** The effect of the choice. Shown only while the list is open. */
  description?: string;
}

export function SelectItem({ children, description, ...props }: SelectItemProps) {
  return (
    <Primitive.Item className={cn(popupItem, "pr-8 data-[highlighted]:bg-muted")} {...props}>
      <span className="min-w-0">
        <Primitive.ItemText>{children}</Primitive.ItemText>
        {description ? <span className="block text-xs text-muted-foreground">{description}</span> : null}
      </span>
      <Primitive.ItemIndicator className="absolute right-2">
        <Check aria-hidden="true" />
      </Primitive.ItemIndicator>
    </Primitive.Item>
  );
}
