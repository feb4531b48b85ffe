"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link whose page is prefetched on hover or focus. Next's own link would prefetch every visible link.
 * `prefetch` determines what is loaded:
 * - `null` (default): the layout up to the loading state
 * - `true`: the whole page
 * - `false`: nothing
 */
export function Link({
  prefetch = null,
  onPointerEnter,
  onFocus,
  ...props
}: ComponentProps<typeof NextLink>) {
  const [isMeant, setMeant] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isMeant ? prefetch : false}
      onPointerEnter={(event) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setMeant(true);
        onFocus?.(event);
      }}
    />
  );
}

/** A link that covers a whole table row. The row needs the class `relative`. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link {...props} className="rounded-sm after:absolute after:inset-0 hover:underline" />;
}
