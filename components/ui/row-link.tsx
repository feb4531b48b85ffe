import type { ComponentProps } from "react";
import { Link } from "./link";

/** The link of a table row, whose whole area can be clicked. The row must be `relative`. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className="rounded-sm after:absolute after:inset-0 hover:underline" />;
}
