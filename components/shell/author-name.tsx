import { Badge } from "@/components/ui/badge";
import { type AuthorKind, authorParts } from "@/lib/shared/author";

interface AuthorNameProps {
  author: string;
  kind: AuthorKind;
}

/**
 * Only an operator's name is shown as plain text. Everything else is a badge, which no operator's name can
 * imitate.
 */
export function AuthorName({ author, kind }: AuthorNameProps) {
  const { name, remark } = authorParts({ kind, name: author });
  return (
    <>
      {name === null ? null : <span className="wrap-anywhere">{name}</span>}
      {name === null || remark === null ? null : " "}
      {remark === null ? null : (
        <Badge tone={kind === "outside" || kind === "unknown" ? "warning" : "neutral"}>{remark}</Badge>
      )}
    </>
  );
}

/** Shows an operator's initial, or a mark for everything that is no operator. The name is next to it. */
export function AuthorMark({
  author,
  kind,
  className = "size-6 text-xs",
}: AuthorNameProps & { className?: string }) {
  const { name } = authorParts({ kind, name: author });
  const isPerson = name !== null && kind !== "unproven";
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-md font-semibold ${className} ${
        isPerson ? "bg-accent-soft text-accent-text" : "bg-muted text-muted-foreground"
      }`}
    >
      {isPerson ? author.charAt(0).toUpperCase() : kind === "unproven" ? "?" : "↻"}
    </span>
  );
}
