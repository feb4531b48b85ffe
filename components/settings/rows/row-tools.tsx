"use client";

import { Ellipsis, History, Link, Undo2 } from "lucide-react";
import { Link as NextLink } from "@/components/ui/link";
import { type KeyboardEvent, type MouseEvent, useId, useState } from "react";
import { Breakable } from "@/components/ui/breakable";
import { Button, buttonVariants } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toaster";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import { useConfigDocument } from "../store/config-form";
import { UndoChange } from "../undo/undo-change";
import { namesOf } from "./row-state";
import { amountText, changeOf, defaultText, type Part, saysChange } from "./setting-words";

const quiet = { variant: "quiet", size: "icon-xs" } as const;

/**
 * A row's key and facts, with its small buttons. They overlay the gap below the row while it is hovered or
 * focused, and are as high as the padding of both rows. On small and touch screens, a button unfolds them. They
 * are one Tab stop; arrow keys move between them.
 */
export function RowTools({ factsId, parts }: { factsId: string; parts: readonly Part[] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [first] = parts;
  if (first === undefined) return null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    // A dialog opened by one of the buttons is not in the toolbar, although its events bubble here.
    if (step === 0 || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
    const next = stops[(stops.indexOf(event.target as HTMLElement) + step + stops.length) % stops.length];
    next?.focus();
  };
  /** Tab focuses the button that last had the focus. */
  const stop = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });

  // The "Modified" badge already shows the default.
  const saysDefault = changeOf(parts) === "modified" && saysChange(parts);
  const facts = [...parts.map(amountText), saysDefault ? undefined : defaultText(parts)];
  // A modified setting has this button in the row itself.
  const resettable = saysDefault
    ? []
    : parts.filter(({ field, setting }) => field.kind !== "secret" && setting.canReset && !setting.disabled);
  return (
    <>
      <ToolsToggle name={first.field.label} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div
        id={id}
        data-slot="row-tools"
        data-print="hidden"
        className={cn(
          "pointer-events-none absolute right-3 -bottom-3 z-10 flex h-6 max-w-[calc(100%-24px)] items-center gap-x-3 rounded-md bg-surface-raised ring-1 ring-border ring-inset px-2 text-xs text-muted-foreground opacity-0 shadow-raised",
          "group-hover/setting:pointer-events-auto group-hover/setting:opacity-100",
          "group-has-focus-visible/setting:pointer-events-auto group-has-focus-visible/setting:opacity-100",
          unfolded,
          isOpen ? "max-sm:flex pointer-coarse:flex" : "max-sm:hidden pointer-coarse:hidden",
        )}
      >
        <span
          id={factsId}
          className="min-w-0 truncate max-sm:whitespace-normal pointer-coarse:whitespace-normal"
        >
          {facts.filter((fact) => fact !== undefined).join(" · ")}
        </span>
        <div
          role="toolbar"
          aria-label={`Key of ${first.field.label}`}
          className="flex min-w-0 items-center gap-x-1 max-sm:flex-wrap pointer-coarse:flex-wrap"
          onKeyDown={onKeyDown}
        >
          {parts.map(({ field }, index) => (
            <KeyTools
              key={field.path}
              field={field}
              isSecond={index > 0}
              stop={(at) => stop(index * 4 + at)}
            />
          ))}
          {resettable.length > 0 ? (
            <Button
              variant="quiet"
              size="xs"
              aria-label={`Use default for ${namesOf(resettable)}`}
              onClick={() => resettable.forEach(({ setting }) => setting.reset())}
              {...stop(parts.length * 4)}
            >
              Use default
            </Button>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** On small and touch screens the tools are part of the row, below the other content. */
const unfolded =
  "max-sm:pointer-events-auto max-sm:static max-sm:h-auto max-sm:max-w-none max-sm:flex-wrap max-sm:ring-0 " +
  "max-sm:p-0 max-sm:opacity-100 max-sm:shadow-none max-sm:bg-transparent " +
  "pointer-coarse:pointer-events-auto pointer-coarse:static pointer-coarse:h-auto pointer-coarse:max-w-none " +
  "pointer-coarse:flex-wrap pointer-coarse:ring-0 pointer-coarse:p-0 pointer-coarse:opacity-100 " +
  "pointer-coarse:shadow-none pointer-coarse:bg-transparent";

interface KeyToolsProps {
  field: Part["field"];
  /** Whether it follows another key with the same beginning. */
  isSecond: boolean;
  stop: (index: number) => { tabIndex: number; onFocus: () => void };
}

/** The key as the file spells it, with buttons to copy it, link to it, show its history and undo its last change. */
function KeyTools({ field: { path, label }, isSecond, stop }: KeyToolsProps) {
  const { spelling } = useConfigDocument();
  const spelled = spelling[path] ?? path;
  const shown = isSecond ? spelled.slice(spelled.lastIndexOf(".") + 1) : spelled;
  return (
    <>
      <code
        title={spelled}
        className="ml-1 min-w-0 truncate max-sm:whitespace-normal pointer-coarse:whitespace-normal"
      >
        <Breakable text={shown} after="." />
      </code>
      <CopyButton value={spelled} label={`Copy key of ${label}`} {...quiet} {...stop(0)} />
      <a
        href={`#${path}`}
        aria-label={`Copy link to ${label}`}
        title="Copy link"
        onClick={(event) => void copyLink(event)}
        className={buttonVariants(quiet)}
        {...stop(1)}
      >
        <Link aria-hidden="true" />
      </a>
      <NextLink
        href={`/settings/${sectionOfAny(path)?.id}/history?path=${path}`}
        prefetch={false}
        aria-label={`History of ${label}`}
        title="History"
        className={buttonVariants(quiet)}
        {...stop(2)}
      >
        <History aria-hidden="true" />
      </NextLink>
      <UndoChange
        change={{ path }}
        aria-label={`Undo the last change of ${label}`}
        title="Undo last change"
        {...quiet}
        {...stop(3)}
      >
        <Undo2 aria-hidden="true" />
      </UndoChange>
    </>
  );
}

/** The link is also followed, so that if copying is blocked, the address bar contains the URL. */
async function copyLink(event: MouseEvent<HTMLAnchorElement>) {
  try {
    await navigator.clipboard.writeText(event.currentTarget.href);
    toast.success("Link copied");
  } catch {
    toast.info("The link is in the address bar", { description: "The browser blocked copying." });
  }
}

interface ToolsToggleProps {
  /** The setting's name. */
  name: string;
  controls: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Unfolds a row's key and small buttons on small and touch screens, which have no hover. */
function ToolsToggle({ name, controls, isOpen, onToggle }: ToolsToggleProps) {
  return (
    <span className="absolute top-0 right-0 hidden max-sm:block pointer-coarse:block">
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={`Key and history of ${name}`}
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={onToggle}
      >
        <Ellipsis aria-hidden="true" />
      </Button>
    </span>
  );
}
