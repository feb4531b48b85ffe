/** The first stop of the Tab key: skips the rail and jumps to `<main id="content">`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg border border-border-strong bg-surface-raised px-4 py-2 font-medium focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
