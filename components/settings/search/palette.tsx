"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { useConfigDocument } from "../store/config-form";
import { useGoTo } from "../rows/use-go-to";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { editionOf } from "@/lib/shared/settings/editions";
import { findAll, searchOf, valueText } from "./find";

const mostSettings = 12;

/** Every setting and every page, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  const document = useConfigDocument();
  const router = useRouter();
  const goTo = useGoTo();
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const found = useMemo(() => findAll(document, query), [document, query]);
  const settings = found.settings.slice(0, mostSettings);
  const { pages } = found;
  useEffect(() => {
    searchOf(document);
  }, [document]);
  // The highlighted item belongs to its query; for another query the first is highlighted, so that Enter opens it.
  const [marked, setMarked] = useState({ query: "", value: "" });
  const first = settings[0]?.path ?? pages[0]?.href ?? "";
  const value = marked.query === query && marked.value !== "" ? marked.value : first;
  // The dialog traps the focus while it is open, so the chosen item is followed after it has closed.
  const chosen = useRef<(() => void) | null>(null);
  const choose = (follow: () => void) => {
    chosen.current = follow;
    onClose();
  };

  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        place="top"
        className="overflow-hidden max-sm:h-[85dvh]"
        onCloseAutoFocus={(event) => {
          if (chosen.current === null) return;
          event.preventDefault();
          chosen.current();
        }}
      >
        <VisuallyHidden>
          <DialogTitle>Search</DialogTitle>
          <DialogDescription>Settings by name, key, value or what they do; and pages.</DialogDescription>
        </VisuallyHidden>
        <Command
          label="Search settings and pages"
          shouldFilter={false}
          loop
          className="flex-1"
          value={value}
          onValueChange={(next) => setMarked({ query, value: next })}
        >
          <CommandInput
            value={typed}
            onValueChange={setTyped}
            placeholder="Search settings and pages"
            className="pr-10"
          />
          <CommandList>
            <CommandEmpty>
              Nothing is called that. Try another word, such as what the setting does.
            </CommandEmpty>
            {settings.length > 0 ? (
              <CommandGroup heading="Settings">
                {settings.map((field) => (
                  <SettingItem
                    key={field.path}
                    field={field}
                    document={document}
                    onSelect={() => choose(() => goTo(field.path))}
                  />
                ))}
                {settings.length === mostSettings ? (
                  <CommandItem
                    value="all results"
                    onSelect={() => choose(() => router.push(`/settings?q=${encodeURIComponent(query)}`))}
                  >
                    Show all settings for “{query}”
                  </CommandItem>
                ) : null}
              </CommandGroup>
            ) : null}
            {pages.length > 0 ? (
              <CommandGroup heading="Pages">
                {pages.map(({ title, href }) => (
                  <CommandItem key={href} value={href} onSelect={() => choose(() => router.push(href))}>
                    {title}
                  </CommandItem>
                ))}
              </CommandGroup>
            ) : null}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

interface SettingItemProps {
  field: Field;
  document: ConfigSnapshot;
  onSelect: () => void;
}

function SettingItem({ field, document, onSelect }: SettingItemProps) {
  return (
    <CommandItem value={field.path} onSelect={onSelect} className="justify-between">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">
          {field.label}
          <span className="text-muted-foreground">
            {" "}
            · {editionOf(document.naming).registry.sectionOf(field.path)?.title}
          </span>
        </span>
        <code className="truncate text-xs text-muted-foreground">
          {document.spelling[field.path] ?? field.path}
        </code>
      </span>
      <span className="ml-2 max-w-[35%] truncate text-sm text-muted-foreground">
        {valueText(document, field)}
      </span>
    </CommandItem>
  );
}
