import type { ComponentProps } from "react";
import { Link } from "./link";

/** What a row of a table is about: a link whose whole row can be clicked. The row has to be `relative`. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className="rounded-sm after:absolute after:inset-0 hover:underline" />;
}
