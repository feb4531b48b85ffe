"use client";

import { memo, useMemo, useState } from "react";
import { useChangedPaths, useConfigDocument } from "../store/config-form";
import { countOf } from "../store/operations";
import { SettingBadges } from "../rows/setting-badges";
import { SettingLink } from "../rows/setting-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { ConfigSnapshot, Problem } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { isModifiedIn } from "@/lib/shared/settings/modified";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Asked } from "./asked";
import { findSettings, valueText } from "./find";

/** Number of rows rendered at first: more than fit on a screen, few enough to render before the next keystroke. */
const firstRows = 30;

/** The matching settings, each a link to its row. */
export function FoundSettings({ asked }: { asked: Asked }) {
  const document = useConfigDocument();
  const changed = useChangedPaths();
  const found = useMemo(() => {
    const filters = asked.chips.filter((chip) => chip !== "unknown");
    return findSettings(document, { query: asked.query, filters });
  }, [document, asked]);
  // The choice to show all rows applies to this list only; another list starts short again.
  const [whole, setWhole] = useState<readonly Field[] | null>(null);
  const rows = whole === found ? found : found.slice(0, firstRows);

  return (
    <section aria-label="Found settings" className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted-foreground">
        {found.length === 0 ? "No setting" : countOf(found.length, "setting")}
      </p>
      {found.length === 0 ? (
        <EmptyState title="No setting fits" text="Try another word, or take a filter away." />
      ) : (
        <Card className="overflow-clip">
          <ul className="divide-y">
            {rows.map((field) => (
              <FoundSetting
                key={field.path}
                field={field}
                document={document}
                isChanged={changed.includes(field.path)}
              />
            ))}
          </ul>
          {rows.length < found.length ? (
            <div className="flex justify-center border-t p-2">
              <Button variant="ghost" onClick={() => setWhole(found)}>
                Show the other {found.length - rows.length}
              </Button>
            </div>
          ) : null}
        </Card>
      )}
    </section>
  );
}

interface FoundSettingProps {
  field: Field;
  document: ConfigSnapshot;
  isChanged: boolean;
}

/** Memoized: while the operator types, most of the list stays the same. */
const FoundSetting = memo(function FoundSetting({ field, document, isChanged }: FoundSettingProps) {
  const problems = document.problems.filter(({ path }) => path === field.path);
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-muted sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <SettingLink
            path={field.path}
            prefetch={false}
            className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {field.label}
          </SettingLink>
          <SettingBadges field={field} />
          {isChanged ? <Badge tone="warning">Not saved</Badge> : null}
          {isModifiedIn(document, field) ? <Badge tone="accent">Modified</Badge> : null}
          <ProblemBadge problems={problems} />
        </span>
        <span className="max-w-full truncate text-sm text-muted-foreground sm:max-w-64">
          {valueText(document, field)}
        </span>
      </div>
      <p className="text-xs text-muted-foreground">
        {editionOf(document.naming).registry.sectionOf(field.path)?.title} ·{" "}
        <code className="break-all">{document.spelling[field.path] ?? field.path}</code>
      </p>
    </li>
  );
});

function ProblemBadge({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  const hasError = problems.some(({ severity }) => severity === "error");
  return <Badge tone={hasError ? "danger" : "warning"}>{hasError ? "Problem" : "Warning"}</Badge>;
}
