/**
 * Captures what the operator types while the search is loading. Otherwise the first letters would be lost or go into
 * the text box that had the focus.
 */
export class TypeAhead {
  private typed = "";

  text = (): string => this.typed;

  start(): void {
    this.typed = "";
    window.addEventListener("keydown", this.keep, true);
  }

  stop = (): void => window.removeEventListener("keydown", this.keep, true);

  private keep = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Backspace") this.typed = this.typed.slice(0, -1);
    else if ([...event.key].length === 1) this.typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
