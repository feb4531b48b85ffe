import type { ComponentProps } from "react";
import { Link } from "./link";

/** A link that covers a whole table row. The row needs the class `relative`. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className="rounded-sm after:absolute after:inset-0 hover:underline" />;
}
