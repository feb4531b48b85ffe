"use client";

import { Tabs as Primitive } from "radix-ui";
import type { ComponentProps } from "react";

export function Tabs(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className="flex flex-col gap-4" {...props} />;
}

export function TabsList(props: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List className="flex gap-4 overflow-x-auto border-b" {...props} />;
}

export function TabsTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className="-mb-px h-9 shrink-0 border-b-2 border-transparent px-1 text-base font-medium text-muted-foreground transition-colors hover:text-foreground focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:border-accent data-[state=active]:text-foreground max-sm:h-11"
      {...props}
    />
  );
}

export const TabsContent = Primitive.Content;
