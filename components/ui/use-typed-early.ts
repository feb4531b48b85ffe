import { type Ref, type RefCallback, useCallback, useEffect, useRef } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Preserves what the operator typed into a server-rendered control before its script ran. React does not notice such
 * text, so the next render, or a form that sets its initial value, would erase it.
 * @param ref another ref to attach to the control
 * @returns the ref for the control
 */
export function useTypedEarly<E extends TextControl>(ref: Ref<E> | undefined): RefCallback<E> {
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

/** Attaches the element to a ref. @returns the cleanup function of the ref, if it has one */
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
