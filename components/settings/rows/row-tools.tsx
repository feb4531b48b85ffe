"use client";

import { History, Link, Undo2 } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link as NextLink } from "@/components/ui/link";
import { Breakable } from "@/components/ui/text";
import { Button, buttonVariants } from "@/components/ui/button";
import { CopyButton, writeClipboard } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toaster";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import { useConfigDocument } from "../store/config-form";
import { UndoChange } from "../undo/undo-change";
import { amountText, changeOf, defaultText, namesOf, type Part, saysChange } from "./setting-words";

const quiet = { variant: "quiet", size: "icon-xs" } as const;

interface RowToolsProps {
  factsId: string;
  parts: readonly [Part, ...Part[]];
  /** True once the pointer or the focus has entered the row. The buttons are rendered only then. */
  isNear: boolean;
}

/**
 * Shown in the gap below the row while the row is hovered or focused. On small and touch screens, shown after
 * a click on a button. The small buttons are rendered only after the pointer or the focus has entered the
 * row, because the buttons of all rows would be two thirds of the page's HTML.
 */
export function RowTools({ factsId, parts, isNear }: RowToolsProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [first] = parts;
  // If true, the row's state line already shows the default.
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
        <span id={factsId} className="empty:hidden">
          {facts.filter((fact) => fact !== undefined).join(" · ")}
        </span>
        {isNear || isOpen ? <Toolbar parts={parts} saysDefault={saysDefault} toggle={toggle} /> : null}
      </div>
    </>
  );
}

interface ToolbarProps {
  parts: readonly [Part, ...Part[]];
  saysDefault: boolean;
  toggle: RefObject<HTMLButtonElement | null>;
}

/** The toolbar is one Tab stop. Arrow keys move the focus between its buttons. */
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
    // Ignores key presses in a dialog that a button has opened. React reports them here, although the dialog
    // is elsewhere in the DOM.
    if (step === 0 || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    const all = stops();
    all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  const stop = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });

  // The state line of a modified setting already has a "Use default" button.
  const resettable = saysDefault
    ? []
    : parts.filter(({ field, setting }) => field.kind !== "secret" && setting.canReset && !setting.disabled);
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={`Key of ${parts[0].field.label}`}
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
  /** If true, only the last part of the key is shown, because the row's first key has the same beginning. */
  isSecond: boolean;
  stop: (index: number) => { tabIndex: number; onFocus: () => void };
}

function KeyTools({ field: { path, label }, isSecond, stop }: KeyToolsProps) {
  const { spelling } = useConfigDocument();
  const spelled = spelling[path] ?? path;
  const shown = isSecond ? spelled.slice(spelled.lastIndexOf(".") + 1) : spelled;
  return (
    <>
      <code
        title={spelled}
        className="ml-1 min-w-0 truncate max-sm:basis-full max-sm:whitespace-normal pointer-coarse:basis-full pointer-coarse:whitespace-normal"
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
        aria-label={`Undo the last change to ${label}`}
        title="Undo last change"
        {...quiet}
        {...stop(3)}
      >
        <Undo2 aria-hidden="true" />
      </UndoChange>
    </>
  );
}

/**
 * Copies the link. The browser also follows the link, so that the operator can copy the URL from the address
 * bar if copying is blocked.
 */
async function copyLink(event: MouseEvent<HTMLAnchorElement>) {
  if (await writeClipboard(event.currentTarget.href)) toast.success("Link copied");
  else toast.info("The link is in the address bar", { description: "The browser blocked copying." });
}
