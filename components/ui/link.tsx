"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to another page, which is fetched ahead once somebody points at it or focuses it. Next's own would fetch every
 * linked page in sight, dozens at each load. `prefetch` says how much: by default what is shown first, with `true` the
 * whole page, with `false` nothing.
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
