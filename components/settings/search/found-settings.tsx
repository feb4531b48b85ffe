"use client";

import { memo, useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/empty-state";
import type { ConfigSnapshot, Problem } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { isModifiedIn } from "@/lib/shared/settings/modified";
import { useChangedPaths, useConfigDocument } from "../store/config-form";
import { countOf } from "../store/words";
import { SettingBadges } from "../rows/setting-badges";
import { SettingLink } from "../rows/setting-link";
import { type Asked, filtersIn } from "./asked";
import { type Found, findSettings, valueText } from "./find";
import { FoundText } from "./marked";
import { reference } from "./places";
import { isSimple, QuickEdit } from "./quick-edit";

/** More rows than fit on a screen, but few enough to render before the next keystroke. */
const firstRows = 30;

export function FoundSettings({ asked }: { asked: Asked }) {
  const document = useConfigDocument();
  const changed = useChangedPaths();
  const { found: results, isNearest } = useMemo(() => {
    const { settings, ...all } = findSettings(document, {
      query: asked.query,
      filters: filtersIn(asked.chips),
    });
    const isShown = ({ what }: Found<Field>) =>
      !asked.chips.includes("unsaved") || changed.includes(what.path);
    return { ...all, found: settings.filter(isShown) };
  }, [document, asked, changed]);
  // The list for which the operator has chosen "show all". Any other list starts with the first rows.
  const [whole, setWhole] = useState<readonly Found<Field>[] | null>(null);
  const rows = whole === results ? results : results.slice(0, firstRows);

  return (
    <section aria-label="Found settings" className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted-foreground">
        {results.length === 0 ? (
          "No settings"
        ) : isNearest ? (
          <>
            No settings match “{asked.query.trim()}”. These have similar names. The{" "}
            <Link href={reference.href} className="text-accent-text underline underline-offset-4">
              reference
            </Link>{" "}
            lists all of them.
          </>
        ) : (
          countOf(results.length, "setting")
        )}
      </p>
      {results.length === 0 ? (
        <EmptyState title="No settings found" text="Try another word, or remove a filter." />
      ) : (
        <Card className="overflow-clip">
          <ul className="divide-y">
            {rows.map(({ what, letters }) => (
              <FoundSetting
                key={what.path}
                field={what}
                letters={letters}
                document={document}
                isChanged={changed.includes(what.path)}
              />
            ))}
          </ul>
          {rows.length < results.length ? (
            <div className="flex justify-center border-t p-2">
              <Button variant="ghost" onClick={() => setWhole(results)}>
                Show the other {results.length - rows.length}
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
  letters: readonly string[];
  document: ConfigSnapshot;
  isChanged: boolean;
}

/** Memoized, because most rows stay the same while the operator types. */
const FoundSetting = memo(function FoundSetting({ field, letters, document, isChanged }: FoundSettingProps) {
  const problems = document.problems.filter(({ path }) => path === field.path);
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 hover:bg-muted">
      <FoundText
        field={field}
        letters={letters}
        document={document}
        wrap={(label) => (
          <SettingLink
            path={field.path}
            prefetch={false}
            className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {label}
          </SettingLink>
        )}
      >
        <SettingBadges field={field} />
        {isChanged ? <Badge tone="warning">Unsaved</Badge> : null}
        {isModifiedIn(document, field) ? <Badge tone="accent">Modified</Badge> : null}
        <ProblemBadge problems={problems} />
      </FoundText>
      {isSimple(field) ? (
        <QuickEdit field={field} place="found" className="relative w-full sm:w-64" />
      ) : (
        <span className="max-w-full truncate text-sm text-muted-foreground sm:w-64">
          {valueText(document, field)}
        </span>
      )}
    </li>
  );
});

function ProblemBadge({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  const hasError = problems.some(({ severity }) => severity === "error");
  return <Badge tone={hasError ? "danger" : "warning"}>{hasError ? "Problem" : "Warning"}</Badge>;
}
