"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to another page, which is prefetched once somebody points at it or focuses it. Next's own link would
 * prefetch every visible linked page, dozens at each load. `prefetch` defines how much: by default the initially
 * visible part, with `true` the whole page, with `false` nothing.
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
