"use client";

import { Suspense, useEffect } from "react";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { suspendingComponent } from "@/components/ui/lazy-component";
import type { Card as SettingsCard } from "@/lib/shared/settings/field";
import { commonNeed, type Need, needOf, type RowFields, rowsOf } from "@/lib/shared/settings/relations";
import { checkAt, checks } from "@/lib/shared/contract/check-kinds";
import type { Check } from "@/lib/shared/contract/checks";
import { editionOf } from "@/lib/shared/settings/editions";
import { useConfigDocument, useEdition } from "../store/config-form";
import { useRefusal } from "../store/use-setting";
import { AlsoEditing } from "./also-editing";
import { cardId } from "./on-this-page";
import { LimitRow, SettingRow } from "./setting-row";
import { NeedNote, ShownWhen } from "./conditions";
import { RunsWithProvider } from "./runs-with";
import { controlId } from "./row-frame";
import { aimAtHash, useTarget } from "./setting-link";

export function SectionView({ id }: { id: string }) {
  const refusal = useRefusal()(id);
  const section = useEdition().registry.sectionById(id);
  if (section === undefined) return null;
  const cards: readonly SettingsCard[] = section.cards;
  if (cards.length === 0) {
    return (
      <EmptyState
        title="No settings in this section"
        text="The section's keys are not documented, so the panel does not change them."
      />
    );
  }
  return (
    <RunsWithProvider>
      <div className="flex flex-col gap-5">
        {refusal === null ? null : (
          <Callout title="You cannot change this section">{refusal} Ask an owner for other sections.</Callout>
        )}
        <AlsoEditing section={id} />
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
  // Its row is above the note about this dependency.
  const isSwitch = ({ field }: RowFields) => field.path === common?.path;
  return (
    <Card
      id={cardId(card.title)}
      title={card.title}
      description={card.description}
      className="[&>:last-child]:rounded-b-lg"
    >
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

/**
 * @param props.common the condition that the card's note already explains, so that the row does not repeat it
 */
function Row({ fields, common }: { fields: RowFields; common?: Need }) {
  const { field } = fields;
  const fieldNeed = needOf(field.path);
  const need = fieldNeed === common ? undefined : fieldNeed;
  return (
    <ShownWhen condition={field.shownWhen} paths={[field.path]}>
      {fields.window === undefined ? (
        <SettingRow field={field} need={need} />
      ) : (
        <LimitRow count={fields.field} window={fields.window} need={need} />
      )}
    </ShownWhen>
  );
}

// Loaded on demand, because few cards have a check. The placeholder has the loaded form's height, so that the
// page does not shift. On phones, the form is taller, because its button is below the text or field.
const CheckForm = suspendingComponent(() => import("./check-form").then((part) => part.CheckForm));
const checkHeight = "h-17.25 max-sm:h-27.25";
const mailCheckHeight = "h-23.75 max-sm:h-39.75";

function ConnectionCheck({ section, card }: { section: string; card: string }) {
  const { discovery } = editionOf(useConfigDocument().naming);
  const kind = checkAt(section, card);
  const isOffered = kind !== undefined && (kind !== "discovery" || discovery.length > 0);
  if (!isOffered) return null;
  const { mails }: Check = checks[kind];
  const height = mails ? mailCheckHeight : checkHeight;
  return (
    <Suspense fallback={<div className={cn("border-t bg-muted/40", height)} />}>
      <CheckForm kind={kind} />
    </Suspense>
  );
}

const highlightMs = 1_800;

/**
 * The `serial` of the last link target that was scrolled into view. A target is scrolled into view only once,
 * even if the page is opened again.
 */
let followed = 0;

function TargetScroller() {
  const target = useTarget();

  useEffect(() => {
    aimAtHash();
    window.addEventListener("hashchange", aimAtHash);
    return () => window.removeEventListener("hashchange", aimAtHash);
  }, []);

  useEffect(() => {
    const targetElement = target === null ? null : document.getElementById(target.path);
    // The target may be the second setting in a row. Links to cards ("On this page") need no code here: the browser
    // scrolls to them.
    const row = targetElement?.hasAttribute("data-setting")
      ? targetElement.closest<HTMLElement>("[data-slot=setting]")
      : null;
    if (target === null || !row || target.serial === followed) return;
    followed = target.serial;
    row.scrollIntoView({ block: "center" });
    document.getElementById(controlId(target.path))?.focus({ preventScroll: true });
    row.dataset.aimed = "";
    window.setTimeout(() => delete row.dataset.aimed, highlightMs);
  }, [target]);

  return null;
}
