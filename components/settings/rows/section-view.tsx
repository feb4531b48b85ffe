"use client";

import { ConnectionCheck } from "../checks/connection-check";
import { FieldControl } from "../kinds";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { Card as SettingsCard } from "@/lib/shared/settings/field";
import { useEdition } from "../store/config-form";
import { commonNeed, type Need, needOf, type RowFields, rowsOf } from "@/lib/shared/settings/relations";
import { cardId } from "./card-id";
import { LimitRow } from "./limit-row";
import { NeedNote } from "./need-note";
import { RunsWithProvider } from "./runs-with";
import { SettingRow } from "./setting-row";
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
        text="The instance knows the section, but its keys are not documented. The panel does not change these keys."
      />
    );
  }
  return (
    <RunsWithProvider>
      <div className="flex flex-col gap-5">
        {cards.map((card) => (
          <ShownWhen
            key={card.title}
            condition={card.shownWhen}
            paths={card.fields.map((field) => field.path)}
          >
            <SettingCard section={id} card={card} />
          </ShownWhen>
        ))}
        <TargetScroller />
      </div>
    </RunsWithProvider>
  );
}

function SettingCard({ section, card }: { section: string; card: SettingsCard }) {
  const common = commonNeed(card.fields);
  const rows = rowsOf(card.fields);
  // A switch that the rest of its card needs stands above the note.
  const isSwitch = ({ field }: RowFields) => field.path === common?.path;
  return (
    <Card id={cardId(card.title)} className="[&>:last-child]:rounded-b-lg">
      <CardHeader>
        <CardTitle>{card.title}</CardTitle>
        {card.description ? <CardDescription>{card.description}</CardDescription> : null}
      </CardHeader>
      <div className="divide-y">
        {rows.filter(isSwitch).map((fields) => (
          <Row key={fields.field.path} fields={fields} />
        ))}
        {common ? <NeedNote need={common} place="card" /> : null}
        {rows
          .filter((fields) => !isSwitch(fields))
          .map((fields) => (
            <Row key={fields.field.path} fields={fields} common={common} />
          ))}
      </div>
      <ConnectionCheck section={section} card={card.title} />
    </Card>
  );
}

/** @param props.common what the card says already about all of its rows */
function Row({ fields, common }: { fields: RowFields; common?: Need }) {
  const { field } = fields;
  const own = needOf(field.path);
  const need = own === common ? undefined : own;
  return (
    <ShownWhen condition={field.shownWhen} paths={[field.path]}>
      {fields.window === undefined ? (
        <SettingRow field={field} need={need} renderControl={renderControl} />
      ) : (
        <LimitRow count={fields.field} window={fields.window} need={need} renderControl={renderControl} />
      )}
    </ShownWhen>
  );
}
