import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import type { Tone } from "@/components/ui/tone";

export interface TileProps {
  name: string;
  /** The number, or the word, that matters. */
  value: ReactNode;
  /** What it is about, in a few words. */
  note: ReactNode;
  /** Where the details are. */
  href: string;
  tone?: Tone;
}

const valueTones: Partial<Record<Tone, string>> = {
  danger: "text-danger-text",
  warning: "text-warning-text",
  success: "text-success-text",
};

/** As many tiles per row as fit. */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4" data-slot="tiles">
      {children}
    </div>
  );
}

/** One figure, with the way to what is behind it. */
export function Tile({ name, value, note, href, tone = "neutral" }: TileProps) {
  return (
    <Link
      href={href}
      className="flex min-w-0 flex-col gap-1 rounded-lg border bg-surface p-4 hover:border-border-strong"
    >
      <span className="text-sm text-muted-foreground">{name}</span>{" "}
      <span className={`text-xl font-semibold tabular-nums ${valueTones[tone] ?? ""}`}>{value}</span>{" "}
      <span className="text-xs text-muted-foreground">{note}</span>
    </Link>
  );
}
