export const goTo: Readonly<Record<string, string>> = {
  o: "/",
  s: "/settings",
  b: "/applications",
  g: "/guilds",
  u: "/users",
  i: "/instance",
  h: "/settings/history",
  a: "/audit",
};

const rows = "tr, li, [data-setting]";
const controls = "a[href], button:not([disabled]), input, select, textarea, summary";

/** Focuses the page's own search or, without one, opens the search of the panel. */
export function focusSearch(): boolean {
  const pageSearch = document.querySelector<HTMLElement>(
    "#content input[type=search], #content [role=searchbox]",
  );
  if (pageSearch) pageSearch.focus();
  else document.querySelector<HTMLElement>('[aria-keyshortcuts~="Control+K"]')?.click();
  return true;
}

function visibleRows(): HTMLElement[] {
  const all = document.getElementById("content")?.querySelectorAll<HTMLElement>(rows) ?? [];
  return [...all].filter(
    (row) =>
      row.closest("nav, thead") === null &&
      !row.parentElement?.closest(rows) &&
      row.querySelector(controls) !== null &&
      row.getClientRects().length > 0,
  );
}

/** Moves the focus to the next or previous row. Starts at the first row in view. */
export function moveToRow(step: 1 | -1): boolean {
  const all = visibleRows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const inView = all.findIndex((row) => row.getBoundingClientRect().top >= 56);
  const next = all[at === -1 ? Math.max(0, inView) : at + step];
  if (!next) return false;
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: "nearest" });
  return true;
}

export function openRow(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.tabIndex !== -1 || !target.matches(rows)) return false;
  const control = target.querySelector<HTMLElement>(controls);
  if (control?.matches("a")) control.click();
  else control?.focus();
  return control !== null;
}

const offKey = "instance-admin.single-keys";

/** Keys without Ctrl can be turned off, because speech recognition may press them by accident (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => localStorage.getItem(offKey) !== "off";
export const turnSingleKeys = (isOn: boolean): void => localStorage.setItem(offKey, isOn ? "on" : "off");
