"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that is prefetched when it is hovered or focused, because Next's own link would prefetch every visible link of
 * a page. `prefetch` determines what is loaded: by default the layout up to the loading state, with `true` the whole
 * page, with `false` nothing.
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
