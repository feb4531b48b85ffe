import { Badge } from "@/components/ui/badge";
import { type AuthorKind, authorParts } from "@/lib/shared/author";

interface AuthorNameProps {
  author: string;
  kind: AuthorKind;
}

/**
 * Names who did something. Everything except an operator's name is shown as a badge, so that no operator's name can
 * imitate it.
 */
export function AuthorName({ author, kind }: AuthorNameProps) {
  const { name, remark } = authorParts({ kind, name: author });
  return (
    <>
      {name === null ? null : <span className="wrap-anywhere">{name}</span>}
      {remark === null ? null : (
        <>
          {name === null ? null : " "}
          <Badge tone={kind === "outside" || kind === "unknown" ? "warning" : "neutral"}>{remark}</Badge>
        </>
      )}
    </>
  );
}
