"use client";

import Link from "next/link";
import type { ComponentProps, MouseEvent } from "react";
import { hrefOf, useGoTo } from "./use-go-to";

interface SettingLinkProps extends Omit<ComponentProps<typeof Link>, "href" | "onClick"> {
  path: string;
}

/** A link to a setting that scrolls to it, puts the focus on it and lights it up, on this page or another. */
export function SettingLink({ path, ...props }: SettingLinkProps) {
  const goTo = useGoTo();
  const follow = (event: MouseEvent) => {
    // A new tab or window is opened by the address, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(path);
  };
  return <Link href={hrefOf(path)} onClick={follow} {...props} />;
}
