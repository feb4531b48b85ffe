"use client";

import { type ComponentProps, type Ref, type RefCallback, useCallback, useEffect, useRef } from "react";
import { cn, control, controlHeight, controlText } from "./cn";

export function Input({ className, type = "text", ref, ...props }: ComponentProps<"input">) {
  return (
    <input
      ref={useTypedEarly(ref)}
      data-slot="input"
      type={type}
      className={cn(control, controlHeight, controlText, "read-only:bg-muted", className)}
      {...props}
    />
  );
}

interface TextareaProps extends ComponentProps<"textarea"> {
  /** Uses a smaller monospace font, for example for JSON. */
  code?: boolean;
}

export function Textarea({ code, className, ref, ...props }: TextareaProps) {
  return (
    <textarea
      ref={useTypedEarly(ref)}
      className={cn(
        control,
        code ? "font-mono text-sm" : controlText,
        "field-sizing-content max-h-96 min-h-20 resize-y py-2 read-only:bg-muted",
        className,
      )}
      {...props}
    />
  );
}

/** Shows a secret or a link for copying. When the field gets the focus, its whole text is selected. */
export function ShownText({
  label,
  ...props
}: Pick<TextareaProps, "rows" | "onCopy"> & { label: string; value: string }) {
  return (
    <Textarea
      readOnly
      aria-label={label}
      code
      className="break-all"
      onFocus={(event) => event.currentTarget.select()}
      {...props}
    />
  );
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Preserves text that was typed into a server-rendered control before the page's script ran. React does not
 * notice such text. The next render, or a form's initial value, would erase it.
 * @param ref another ref to attach to the control
 * @returns the ref for the control
 */
function useTypedEarly<E extends TextControl>(ref: Ref<E> | undefined): RefCallback<E> {
  const control = useRef<E>(null);
  const early = useRef<string | undefined>(undefined);

  const attach = useCallback(
    (element: E | null) => {
      // The text must be read before `ref` is attached, because a form library sets its initial value through that ref.
      if (element !== null && control.current === null && element.value !== element.defaultValue)
        early.current = element.value;
      if (element !== null) control.current = element;
      return pass(ref, element);
    },
    [ref],
  );

  useEffect(() => {
    const text = early.current;
    early.current = undefined;
    if (control.current !== null && text !== undefined) typeAgain(control.current, text);
  }, []);

  return attach;
}

function pass<E>(ref: Ref<E> | undefined, element: E | null): ReturnType<RefCallback<E>> {
  if (typeof ref === "function") return ref(element);
  if (ref) ref.current = element;
}

/**
 * Simulates typing. Sets the value with the prototype's setter, because React's own setter on the element would make
 * React ignore the event.
 */
function typeAgain(control: TextControl, text: string): void {
  const { selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, text);
  // For some input types, such as email, browsers report no selection.
  if (selectionStart !== null && document.activeElement === control)
    control.setSelectionRange(selectionStart, selectionEnd);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

export function Label({ className, ...props }: ComponentProps<"label">) {
  return <label className={cn("text-base font-medium text-foreground select-none", className)} {...props} />;
}

/** A border and focus ring around an `<Input>` with a unit (`<InputAffix>`) or small buttons. */
export function InputGroup({ className, ...props }: ComponentProps<"div">) {
  return <div role="group" className={cn("control-group", className)} {...props} />;
}

/** Subdued text in an InputGroup. If the text matters, refer to it in the input's `aria-describedby`. */
export function InputAffix({ className, ...props }: ComponentProps<"span">) {
  return <span className={cn("input-affix", className)} {...props} />;
}

/** The browser's own select. For a few short options next to another control, such as the units of a number. */
export function NativeSelect({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="native-select">
      <select className={cn("pr-8 pl-3", className)} {...props}>
        {children}
      </select>
    </span>
  );
}
