"use client";

import { usePathname } from "next/navigation";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Marks, noMarks } from "./marks";
import { NavLinks } from "./nav-link";
import { NavSettings } from "./nav-settings";
import { isInSettings, mainItemOf, type Navigation } from "./navigation";

export interface NavRailProps {
  navigation: Navigation;
  marks?: Marks;
  /**
   * Closes the drawer around the rail when the operator follows an entry. Absent outside a drawer. If
   * present, the Back entry shows the main entries in the drawer. If absent, the Back entry links to the
   * overview.
   */
  onNavigate?: () => void;
}

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
          <NavLinks
            items={navigation.main}
            isCurrent={({ id }) => id === currentId}
            markOf={({ id }) => {
              if (id === "settings") return { ...marks.total, pending: 0 };
              return id === "instance" ? { ...noMarks.total, pending: marks.total.pending } : undefined;
            }}
            onNavigate={onNavigate}
          />
        </ul>
      )}
    </div>
  );
}

/**
 * Moves the focus to the entry of the current page if a click on an entry replaces all entries of the rail.
 * @param shown identifies the set of entries
 * @returns the ref and the click handler for the element around the entries
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
