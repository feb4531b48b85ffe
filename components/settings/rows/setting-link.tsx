"use client";

import { Link } from "@/components/ui/link";
import type { ComponentProps, MouseEvent } from "react";
import { hrefOf, useGoTo } from "./use-go-to";

interface SettingLinkProps extends Omit<ComponentProps<typeof Link>, "href" | "onClick"> {
  path: string;
}

/** Scrolls to the setting, on this page or another, focuses its control and highlights the row briefly. */
export function SettingLink({ path, ...props }: SettingLinkProps) {
  const goTo = useGoTo();
  const follow = (event: MouseEvent) => {
    // With a modifier key, the browser follows the link, for example in a new tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(path);
  };
  return <Link href={hrefOf(path)} onClick={follow} {...props} />;
}
