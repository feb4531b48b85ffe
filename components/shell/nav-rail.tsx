"use client";

import { usePathname } from "next/navigation";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Marks, noMarks } from "./marks";
import { NavLink } from "./nav-link";
import { NavSettings } from "./nav-settings";
import { isInSettings, mainItemOf, type Navigation } from "./navigation";

export interface NavRailProps {
  navigation: Navigation;
  marks?: Marks;
  /**
   * In a drawer: called when an entry is followed, so that the drawer can close. The Back entry then shows the
   * main rail.
   */
  onNavigate?: () => void;
}

/** The list of the panel's places, inside a `<nav>`: in the rail on wide screens, in a drawer on narrow ones. */
export function NavRail({ navigation, marks = noMarks, onNavigate }: NavRailProps) {
  const pathname = usePathname();
  const [isBack, setBack] = useState(false);
  const showsSettings = isInSettings(pathname) && !isBack;
  const focus = useFollowedFocus<HTMLDivElement>(showsSettings, pathname);
  const currentId = mainItemOf(navigation, pathname)?.id;

  return (
    <div {...focus}>
      {showsSettings ? (
        <NavSettings
          navigation={navigation}
          marks={marks}
          onBack={onNavigate && (() => setBack(true))}
          onNavigate={onNavigate}
        />
      ) : (
        <ul>
          {navigation.main.map((item) => (
            <li key={item.id}>
              <NavLink
                item={item}
                current={item.id === currentId}
                mark={item.id === "settings" ? marks.total : undefined}
                onNavigate={onNavigate}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Following an entry can exchange the rail's entries, the one with the focus included. The focus then goes to the entry
 * of the page that is shown, so that the keyboard stays where it was.
 * @param shown identifies a set of entries
 * @returns of the element around the entries: its ref and its click handler
 */
function useFollowedFocus<E extends HTMLElement>(
  shown: unknown,
  pathname: string,
): { ref: RefObject<E | null>; onClick: (event: MouseEvent<E>) => void } {
  const ref = useRef<E>(null);
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current)
      ref.current?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  }, [shown]);
  useEffect(() => void (isFollowed.current = false), [shown, pathname]);
  return {
    ref,
    onClick: ({ target, ctrlKey, metaKey, shiftKey }) => {
      if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return;
      const link = target.closest("a");
      isFollowed.current = link ? link.pathname !== pathname : target.closest("[data-back]") !== null;
    },
  };
}
