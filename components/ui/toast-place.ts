/** What was clicked last, also with the keyboard. */
let pressed: Element | null = null;
if (typeof window !== "undefined")
  window.addEventListener(
    "click",
    ({ target }) => (pressed = target instanceof Element ? target.closest("button, a, label") : null),
    { capture: true },
  );

const width = 356;
const gap = 8;
/** Space for the window's edges, and for a toast below what was pressed. */
const edge = 16;
const room = 160;

/**
 * Returns where the next toast appears: below what was pressed or, near the bottom of the window, above it. The
 * distances are CSS variables (`ToasterHost`). If nothing was pressed, a toast appears in the corner.
 */
export function placeNearPress(): "top-right" | "bottom-right" {
  const root = document.documentElement;
  const near = [pressed, document.activeElement].find(
    (element) => element?.isConnected && element.matches("button, a, input, label, [role=switch]"),
  );
  const box = near?.getBoundingClientRect();
  // On phones, a toast has the width of the window, at its bottom.
  if (innerWidth < 640 || !box || box.bottom <= 0 || box.top >= innerHeight || box.width === 0) {
    for (const name of ["top", "bottom", "right"]) root.style.removeProperty(`--toast-${name}`);
    return "bottom-right";
  }
  const right = Math.min(Math.max(edge, innerWidth - box.right), Math.max(edge, innerWidth - width - edge));
  root.style.setProperty("--toast-right", `${Math.round(right)}px`);
  root.style.setProperty("--toast-top", `${Math.round(box.bottom + gap)}px`);
  root.style.setProperty("--toast-bottom", `${Math.round(innerHeight - box.top + gap)}px`);
  return box.bottom + room > innerHeight ? "bottom-right" : "top-right";
}
