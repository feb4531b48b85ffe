"use client";

import { History, Link, Undo2 } from "lucide-react";
import { Link as NextLink } from "@/components/ui/link";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Breakable } from "@/components/ui/breakable";
import { Button, buttonVariants } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toaster";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import { useConfigDocument } from "../store/config-form";
import { UndoChange } from "../undo/undo-change";
import { namesOf } from "./row-state";
import { amountText, changeOf, defaultText, type Part, saysChange } from "./setting-words";

const quiet = { variant: "quiet", size: "icon-xs" } as const;

interface RowToolsProps {
  factsId: string;
  parts: readonly Part[];
  /** Whether the pointer or the focus has been in the row. The row has its buttons from then on. */
  isNear: boolean;
}

/**
 * A row's key and facts, with its small buttons. They overlay the gap below the row while it is hovered or
 * focused, and are as high as the padding of both rows. On small and touch screens, a button unfolds them. The buttons
 * of all rows would be two thirds of the page's HTML. Until the pointer or the focus enters a row, it has only the facts,
 * which describe its control, and the button that leads to the others.
 */
export function RowTools({ factsId, parts, isNear }: RowToolsProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [first] = parts;
  if (first === undefined) return null;
  // The "Modified" badge already shows the default.
  const saysDefault = changeOf(parts) === "modified" && saysChange(parts);
  const facts = [...parts.map(amountText), saysDefault ? undefined : defaultText(parts)];
  return (
    <>
      <button
        ref={toggle}
        type="button"
        className="row-tools-toggle"
        aria-label={`Key and history of ${first.field.label}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div data-slot="row-tools" data-open={isOpen || undefined} data-print="hidden" className="row-tools">
        <span id={factsId}>{facts.filter((fact) => fact !== undefined).join(" · ")}</span>
        {isNear || isOpen ? <Toolbar parts={parts} saysDefault={saysDefault} toggle={toggle} /> : null}
      </div>
    </>
  );
}

interface ToolbarProps {
  parts: readonly Part[];
  saysDefault: boolean;
  /** The button that leads here. It is hidden while the toolbar overlays the gap. */
  toggle: RefObject<HTMLButtonElement | null>;
}

/** The small buttons. They are one Tab stop; arrow keys move between them. */
function Toolbar({ parts, saysDefault, toggle }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const stops = () => [...(toolbar.current?.querySelectorAll<HTMLElement>("a, button") ?? [])];

  useLayoutEffect(() => {
    if (document.activeElement !== toggle.current || toggle.current?.checkVisibility() !== false) return;
    toolbar.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [toggle]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    // A dialog opened by one of the buttons is not in the toolbar, although its events bubble here.
    if (step === 0 || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    const all = stops();
    all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  /** Tab focuses the button that last had the focus. */
  const stop = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });

  // A modified setting has this button in the row itself.
  const resettable = saysDefault
    ? []
    : parts.filter(({ field, setting }) => field.kind !== "secret" && setting.canReset && !setting.disabled);
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={`Key of ${parts[0]?.field.label}`}
      className="flex min-w-0 items-center gap-x-1 max-sm:flex-wrap pointer-coarse:flex-wrap"
      onKeyDown={onKeyDown}
    >
      {parts.map(({ field }, index) => (
        <KeyTools key={field.path} field={field} isSecond={index > 0} stop={(at) => stop(index * 4 + at)} />
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
  );
}

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
