"use client";

import { Link } from "@/components/ui/link";
import { useMemo } from "react";
import { useChangedPaths, useConfigDocument, useEdition } from "../store/config-form";
import { countOf } from "../store/words";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type SectionCount, sectionCounts } from "@/lib/shared/settings/modified";
import { fieldsOf, groups } from "@/lib/shared/settings/registry";

/** Stretches a link over its whole row. */
const stretched =
  "font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring";

export function SettingsOverview() {
  const document = useConfigDocument();
  const { sections, sectionOf } = useEdition().registry;
  const counts = useMemo(() => sectionCounts(document), [document]);
  const changed = useChangedPaths();
  return (
    <div className="flex flex-col gap-8">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`group-${group.id}`} className="flex flex-col gap-3">
          <h2 id={`group-${group.id}`} className="text-sm font-semibold text-muted-foreground">
            {group.title}
          </h2>
          <Card className="overflow-clip">
            <ul className="divide-y">
              {sections
                .filter((section) => section.group === group.id)
                .map((section) => (
                  <SectionLink
                    key={section.id}
                    id={section.id}
                    title={section.title}
                    description={section.description}
                    settings={fieldsOf(section).length}
                    count={counts[section.id]}
                    changed={changed.filter((path) => sectionOf(path)?.id === section.id).length}
                  />
                ))}
            </ul>
          </Card>
        </section>
      ))}
      {document.unknown.length > 0 ? (
        <Card className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 hover:bg-muted sm:px-6">
          <div className="min-w-0 flex-1 basis-64">
            <Link href="/settings/other" className={stretched}>
              Unrecognized keys
            </Link>
            <p className="text-sm text-pretty text-muted-foreground">
              Keys in the file that are not settings of the panel.
            </p>
          </div>
          <span className="text-xs text-muted-foreground tabular-nums">
            {countOf(document.unknown.length, "key")}
          </span>
        </Card>
      ) : null}
    </div>
  );
}

interface SectionLinkProps {
  id: string;
  title: string;
  description: string;
  settings: number;
  count: SectionCount | undefined;
  changed: number;
}

function SectionLink({ id, title, description, settings, count, changed }: SectionLinkProps) {
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 hover:bg-muted sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <Link href={`/settings/${id}`} className={stretched}>
          {title}
        </Link>
        <p className="text-sm text-pretty text-muted-foreground">{description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {changed > 0 ? <Badge tone="warning">{changed} unsaved</Badge> : null}
        {count !== undefined && count.problems > 0 ? (
          <Badge tone={count.errors > 0 ? "danger" : "warning"}>{countOf(count.problems, "problem")}</Badge>
        ) : null}
        {count !== undefined && count.modified > 0 ? (
          <Badge tone="accent">{count.modified} modified</Badge>
        ) : null}
        <span className="text-xs text-muted-foreground tabular-nums">
          {settings === 0 ? "no settings" : countOf(settings, "setting")}
        </span>
      </div>
    </li>
  );
}
