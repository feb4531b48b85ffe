"use client";

import { Link } from "@/components/ui/link";
import type { ComponentProps, MouseEvent } from "react";
import { hrefOf, useGoTo } from "./use-go-to";

interface SettingLinkProps extends Omit<ComponentProps<typeof Link>, "href" | "onClick"> {
  path: string;
}

/** A link to a setting, on this page or another: scrolls to it, focuses it and highlights it briefly. */
export function SettingLink({ path, ...props }: SettingLinkProps) {
  const goTo = useGoTo();
  const follow = (event: MouseEvent) => {
    // Opening in a new tab or window is left to the browser, as for any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(path);
  };
  return <Link href={hrefOf(path)} onClick={follow} {...props} />;
}
