"use client";

import { type ComponentProps, type MouseEvent, useCallback, useSyncExternalStore } from "react";
import { usePathname, useRouter } from "next/navigation";
import { Link } from "@/components/ui/link";
import { Listeners } from "@/components/ui/listeners";
import { sectionOfAny } from "@/lib/shared/settings/editions";

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

export const hrefOfKey = (path: string): string => `/settings/other#${encodeURIComponent(path)}`;

function hrefOf(path: string): string {
  const section = sectionOfAny(path);
  return section ? `/settings/${section.id}#${path}` : hrefOfKey(path);
}

export function useGoTo(): (path: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  return useCallback(
    (path: string) => {
      const href = hrefOf(path);
      if (href.startsWith(`${pathname}#`))
        window.history.replaceState(window.history.state, "", href.slice(pathname.length));
      else router.push(href);
      aimAt(path);
    },
    [router, pathname],
  );
}

/*
 * The target of the last link that the operator followed. The URL's hash is not sufficient: navigation by the
 * router fires no `hashchange` event, and following the same link twice does not change the URL.
 */

interface Target {
  path: string;
  /** Incremented for each followed link, so that following the same link twice scrolls twice. */
  serial: number;
}

let target: Target | null = null;
const listeners = new Listeners();

export function aimAt(path: string): void {
  target = { path, serial: (target?.serial ?? 0) + 1 };
  listeners.notify();
}

export function aimAtHash(): void {
  const path = decodeURIComponent(window.location.hash.slice(1));
  if (path !== "") aimAt(path);
}

export function useTarget(): Target | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => target,
    () => null,
  );
}
