"use client";

import { useState } from "react";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import type { SettingChange } from "@/lib/shared/contract/history";
import { ChangeList } from "./change-list";

interface RestoreCardProps {
  id: number;
  /** The changes to the current file if the whole version is restored. */
  restores: readonly SettingChange[];
  /** Number of further changes that `restores` does not contain. */
  more: number | undefined;
  isPresent: boolean;
  disabled: boolean;
  /** Whether the current file is usable. If not, only the whole version can be restored. */
  isUsable: boolean;
  onRestore: (changes: readonly SettingChange[] | "whole") => void;
}

export function RestoreCard(props: RestoreCardProps) {
  const { id, restores, more = 0, isPresent, disabled, isUsable, onRestore } = props;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const wanted = restores.filter(({ path, known }) => known && chosen.has(path));
  const choose = (path: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(path);
    else next.delete(path);
    setChosen(next);
  };
  const hasOther = !isPresent && restores.length > 0;
  return (
    <Card>
      <CardHeader row>
        <div>
          <CardTitle>Restore</CardTitle>
          <CardDescription>
            {isPresent
              ? "The file already has this version."
              : hasOther
                ? `The file and this version have ${countOf(restores.length + more, "different value")}.`
                : "The file has every value of this version. Only the layout differs."}
          </CardDescription>
        </div>
        {isPresent ? null : (
          <Button disabled={disabled} onClick={() => onRestore("whole")}>
            Restore version {id}
          </Button>
        )}
      </CardHeader>
      {hasOther ? (
        <CardContent inset="tight">
          <details>
            <summary className="my-3 rounded-sm font-medium text-accent-text">
              Choose settings to restore
            </summary>
            <p className="text-sm text-muted-foreground">
              The values in the file and in this version. To restore unrecognized keys, restore the whole
              version.
            </p>
            <ChangeList
              changes={restores}
              more={more}
              label="Differences from the file"
              lead={({ path, known }, labelId) => (
                <Checkbox
                  aria-labelledby={labelId}
                  className="mt-0.5"
                  disabled={disabled || !isUsable || !known}
                  checked={chosen.has(path)}
                  onCheckedChange={(value) => choose(path, value === true)}
                />
              )}
            />
            <div className="flex justify-end py-3">
              <Button disabled={disabled || wanted.length === 0} onClick={() => onRestore(wanted)}>
                {wanted.length === 0
                  ? "Restore chosen settings"
                  : `Restore ${countOf(wanted.length, "setting")}`}
              </Button>
            </div>
          </details>
        </CardContent>
      ) : null}
    </Card>
  );
}
