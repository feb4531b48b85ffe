"use client";

import { Link } from "@/components/ui/link";
import { type ReactNode, useMemo } from "react";
import { useChangedPaths, useConfigDocument, useEdition } from "../store/config-form";
import { countOf } from "../store/words";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type SectionCount, sectionCounts } from "@/lib/shared/settings/modified";
import { fieldsOf, groups, type RegisteredSection } from "@/lib/shared/settings/registry";

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
                    section={section}
                    count={counts[section.id]}
                    changed={changed.filter((path) => sectionOf(path)?.id === section.id).length}
                  />
                ))}
            </ul>
          </Card>
        </section>
      ))}
      {document.unknown.length > 0 ? (
        <Card className="overflow-clip">
          <ul>
            <LinkRow
              href="/settings/other"
              title="Unrecognized keys"
              description="Keys in the file that the panel does not recognize."
              total={countOf(document.unknown.length, "key")}
            />
          </ul>
        </Card>
      ) : null}
    </div>
  );
}

interface SectionLinkProps {
  section: RegisteredSection;
  count: SectionCount | undefined;
  changed: number;
}

function SectionLink({ section, count, changed }: SectionLinkProps) {
  const settings = fieldsOf(section).length;
  return (
    <LinkRow
      href={`/settings/${section.id}`}
      title={section.title}
      description={section.description}
      total={settings === 0 ? "no settings" : countOf(settings, "setting")}
    >
      {changed > 0 ? <Badge tone="warning">{changed} unsaved</Badge> : null}
      {count !== undefined && count.problems > 0 ? (
        <Badge tone={count.errors > 0 ? "danger" : "warning"}>{countOf(count.problems, "problem")}</Badge>
      ) : null}
      {count !== undefined && count.modified > 0 ? (
        <Badge tone="accent">{count.modified} modified</Badge>
      ) : null}
    </LinkRow>
  );
}

interface LinkRowProps {
  href: string;
  title: string;
  description: string;
  total: string;
  children?: ReactNode;
}

function LinkRow({ href, title, description, total, children }: LinkRowProps) {
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 hover:bg-muted sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          href={href}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {title}
        </Link>
        <p className="text-sm text-pretty text-muted-foreground">{description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {children}
        <span className="text-xs text-muted-foreground tabular-nums">{total}</span>
      </div>
    </li>
  );
}
