"use client";

import { Check, Copy } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { VisuallyHidden } from "./text";

export interface CopyButtonProps extends Omit<ButtonProps, "onClick" | "children" | "value"> {
  value: string;
  /** Accessible name, such as "Copy token". Also shown as text, unless `size` is an icon's size. */
  label: string;
  onCopied?: () => void;
}

type State = "idle" | "copied" | "failed";

const notice: Record<State, string> = {
  idle: "",
  copied: "Copied",
  failed: "The browser blocked copying. Select the text and copy it by hand.",
};

/** How long the button shows whether the text was copied, in milliseconds. */
const ANSWER_MS = 2000;

export function CopyButton(allProps: CopyButtonProps) {
  const { value, label, onCopied, size = "icon", variant = "ghost", ...props } = allProps;
  const [state, setState] = useState<State>("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    const isCopied = await writeClipboard(value);
    setState(isCopied ? "copied" : "failed");
    if (isCopied) onCopied?.();
  }

  const isIcon = size.startsWith("icon");
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button
      size={size}
      variant={variant}
      aria-label={isIcon ? label : undefined}
      title={state === "failed" ? notice.failed : isIcon ? label : undefined}
      onClick={() => void copy()}
      {...props}
    >
      <Icon aria-hidden="true" />
      {isIcon ? null : state === "failed" ? "Copying was blocked" : label}
      <VisuallyHidden role="status">{notice[state]}</VisuallyHidden>
    </Button>
  );
}

export function CopyText({ value, label, small }: { value: string; label: string; small?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code translate="no" className={small ? "text-xs" : "text-sm break-all"}>
        {value}
      </code>
      <CopyButton value={value} label={label} size={small ? "icon-sm" : "icon"} className="-my-2" />
    </span>
  );
}

/** Returns false if the browser blocks the clipboard. */
export async function writeClipboard(text: string): Promise<boolean> {
  // Browsers offer a clipboard only over HTTPS and on localhost.
  if (!navigator.clipboard) return copySelection(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Copies with the old command, which works everywhere but needs a selected text on the page. */
function copySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position:fixed;opacity:0;pointer-events:none";
  const active = document.activeElement;
  // A dialog does not leave the focus on elements outside of it.
  (active?.closest("[role=dialog]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  }
}

interface CodeBlockProps extends Omit<ComponentProps<"div">, "children"> {
  code: string;
  label: string;
}

export function CodeBlock({ code, label, className, ...props }: CodeBlockProps) {
  return (
    <div
      className={cn("flex min-w-0 items-start gap-1 rounded-lg border bg-muted p-1", className)}
      {...props}
    >
      <pre
        role="region"
        aria-label={label}
        tabIndex={0}
        className="min-w-0 flex-1 self-center overflow-x-auto rounded-md px-3 py-2 text-sm"
      >
        <code translate="no">{code}</code>
      </pre>
      <CopyButton value={code} label={`Copy ${label}`} variant="quiet" className="hover:bg-surface" />
    </div>
  );
}
