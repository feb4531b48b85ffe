import { type Ref, type RefCallback, useCallback, useEffect, useRef } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Preserves text that was typed into a server-rendered control before the page's script has hydrated it. React
 * leaves the text in the control but triggers no event, so the next render, or a form that sets its initial value,
 * would erase it.
 * @param ref the control's own ref, which is attached as well
 * @returns the ref for the control
 */
export function useTypedEarly<E extends TextControl>(ref: Ref<E> | undefined): RefCallback<E> {
  const control = useRef<E>(null);
  const early = useRef<string | undefined>(undefined);

  const attach = useCallback(
    (element: E | null) => {
      // Read immediately, before other code can access the control, because a form library sets its initial value
      // through this ref.
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

/** @returns the ref's cleanup function */
function pass<E>(ref: Ref<E> | undefined, element: E | null): ReturnType<RefCallback<E>> {
  if (typeof ref === "function") return ref(element);
  if (ref) ref.current = element;
}

/** Simulates typing. React compares with the value that it saw last, which only its own setter changes. */
function typeAgain(control: TextControl, text: string): void {
  const { selectionStart, selectionEnd } = control;
  control.value = control.defaultValue;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, text);
  // For some types, such as email, the browser does not expose the selection.
  if (selectionStart !== null && document.activeElement === control)
    control.setSelectionRange(selectionStart, selectionEnd);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
