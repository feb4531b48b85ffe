"use client";

import { useState } from "react";
import { countOf } from "@/components/settings/store/operations";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import type { SettingChange } from "@/lib/shared/contract/history";
import { ChangeList } from "./change-list";

interface RestoreCardProps {
  /** What restoring the whole version would change in the current file. */
  restores: readonly SettingChange[];
  /** How many more keys it would change than are listed. */
  more: number | undefined;
  isPresent: boolean;
  disabled: boolean;
  /** Called when the operator chooses to restore these settings. */
  onRestore: (changes: readonly SettingChange[]) => void;
}

/** Shows where the version differs from the current file, and lets the operator choose what to restore. */
export function RestoreCard({ restores, more, isPresent, disabled, onRestore }: RestoreCardProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const wanted = restores.filter(({ path, known }) => known && chosen.has(path));
  const choose = (path: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(path);
    else next.delete(path);
    setChosen(next);
  };
  if (isPresent || restores.length === 0) {
    return (
      <Card>
        <CardHeader>
          <CardTitle>Restore</CardTitle>
        </CardHeader>
        <CardContent>
          <p className="text-muted-foreground">
            {isPresent
              ? "This version is in the file now."
              : "Every value of this version is in the file now; only the layout differs."}
          </p>
        </CardContent>
      </Card>
    );
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>Restore single settings</CardTitle>
        <CardDescription>
          Where the file differs from this version: what the file has now, and what this version has.
          Unrecognized keys come back only with the whole version.
        </CardDescription>
      </CardHeader>
      <CardContent inset="tight">
        <ChangeList
          changes={restores}
          more={more}
          label="Differences from the file"
          lead={({ path, known }, labelId) => (
            <Checkbox
              aria-labelledby={labelId}
              className="mt-0.5"
              disabled={disabled || !known}
              checked={chosen.has(path)}
              onCheckedChange={(value) => choose(path, value === true)}
            />
          )}
        />
      </CardContent>
      <CardFooter>
        <Button disabled={disabled || wanted.length === 0} onClick={() => onRestore(wanted)}>
          {wanted.length === 0
            ? "Choose settings to restore"
            : `Restore ${countOf(wanted.length, "setting")}`}
        </Button>
      </CardFooter>
    </Card>
  );
}
