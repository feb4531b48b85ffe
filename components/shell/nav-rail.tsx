"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import { type Marks, noMarks } from "./marks";
import { NavLink } from "./nav-link";
import { NavSettings } from "./nav-settings";
import { isInSettings, mainItemOf, type Navigation } from "./navigation";
import { useFollowedFocus } from "./use-followed-focus";

export interface NavRailProps {
  navigation: Navigation;
  marks?: Marks;
  /** In a drawer: called when an entry is followed, so that it can close itself. The way back then shows the main rail. */
  onNavigate?: () => void;
}

/** The list of the panel's places, inside a `<nav>`: in the rail on wide screens, in a drawer on narrow ones. */
export function NavRail({ navigation, marks = noMarks, onNavigate }: NavRailProps) {
  const pathname = usePathname();
  const [isBack, setBack] = useState(false);
  const showsSettings = isInSettings(pathname) && !isBack;
  const focus = useFollowedFocus<HTMLDivElement>(showsSettings);
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
