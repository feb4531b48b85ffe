import type { ReactNode } from "react";

/** A button that looks like a link, for use inside a sentence. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="text-accent-text underline underline-offset-4 max-sm:py-3"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
