"use client";

import type { Navigation } from "./navigation";
import { NavLink } from "./nav-link";
import { NavSettingsGroup } from "./nav-settings-group";
import type { SectionCounts } from "./section-counts";

export interface NavRailProps {
  navigation: Navigation;
  counts?: SectionCounts;
  /** Called when an entry is followed, so that a drawer can close itself. */
  onNavigate?: () => void;
}

const noCounts: SectionCounts = {};

/** The list of the panel's places, inside a `<nav>`: in the rail on wide screens, in a drawer on narrow ones. */
export function NavRail({ navigation, counts = noCounts, onNavigate }: NavRailProps) {
  return (
    <div className="flex flex-col gap-3 px-3 pt-1 pb-6">
      <ul>
        <li>
          <NavLink item={navigation.overview} onNavigate={onNavigate} />
        </li>
      </ul>
      <ul className="border-t pt-3">
        <li>
          <NavLink item={navigation.settings} exact onNavigate={onNavigate} />
        </li>
        {navigation.groups.map((group) => (
          <NavSettingsGroup key={group.id} group={group} counts={counts} onNavigate={onNavigate} />
        ))}
      </ul>
      {navigation.rest.map((items) => (
        <ul key={items[0]?.id} className="border-t pt-3">
          {items.map((item) => (
            <li key={item.id}>
              <NavLink item={item} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}
