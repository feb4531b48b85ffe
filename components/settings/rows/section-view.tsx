"use client";

import { ConnectionCheck } from "../checks/connection-check";
import { FieldControl } from "../kinds";
import { SettingRow } from "./setting-row";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { Card as SettingsCard } from "@/lib/shared/settings/field";
import { useEdition } from "../store/config-form";
import { ShownWhen } from "./shown-when";
import { TargetScroller } from "./target-scroller";

const renderControl = FieldControl;

/** The cards of a section with a row per setting. */
export function SectionView({ id }: { id: string }) {
  const section = useEdition().registry.sectionById(id);
  if (section === undefined) return null;
  const cards: readonly SettingsCard[] = section.cards;
  if (cards.length === 0) {
    return (
      <EmptyState
        title="No settings in this section"
        text="The instance knows the section, but its keys are not documented. What the file holds here is kept as it is."
      />
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {cards.map((card) => (
        <ShownWhen key={card.title} condition={card.shownWhen} paths={card.fields.map((field) => field.path)}>
          <SettingCard section={id} card={card} />
        </ShownWhen>
      ))}
      <TargetScroller />
    </div>
  );
}

function SettingCard({ section, card }: { section: string; card: SettingsCard }) {
  return (
    <Card className="overflow-clip">
      <CardHeader>
        <CardTitle>{card.title}</CardTitle>
        {card.description ? <CardDescription>{card.description}</CardDescription> : null}
      </CardHeader>
      <div className="divide-y">
        {card.fields.map((field) => (
          <ShownWhen key={field.path} condition={field.shownWhen} paths={[field.path]}>
            <SettingRow field={field} renderControl={renderControl} />
          </ShownWhen>
        ))}
      </div>
      <ConnectionCheck section={section} card={card.title} />
    </Card>
  );
}
