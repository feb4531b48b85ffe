"use client";

import { inPanel } from "@/lib/shared/base-path";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { leave } from "@/components/shell/connection/own-session";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Label } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import type { Factors } from "@/lib/shared/contract/factors";
import { factorsQuery, requireFactor } from "../queries/account";

/** Lets owners require a second factor for every operator. */
export function RequireFactor({ initial }: { initial: Factors }) {
  const id = useId();
  const { isRequired } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  const change = useChange({ request: requireFactor, changes: factorsQuery() });
  return (
    <Card>
      <CardContent className="flex items-start justify-between gap-6">
        <div className="flex flex-col gap-1">
          <Label htmlFor={id}>Require a second factor</Label>
          <p id={`${id}-help`} className="text-sm text-muted-foreground">
            Every operator needs a passkey or an authenticator. Operators without one set it up when they next
            use the panel, and can do nothing else until then.
          </p>
        </div>
        <Switch
          id={id}
          aria-describedby={`${id}-help`}
          checked={change.isPending ? change.variables : isRequired}
          disabled={change.isPending}
          onCheckedChange={(next) => change.mutate(next)}
        />
      </CardContent>
    </Card>
  );
}

export function FirstFactorDone({ initial, next }: { initial: Factors; next: string }) {
  const { passkeys, appSince } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  const isDone = passkeys.length > 0 || appSince !== null;
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" disabled={!isDone} onClick={() => window.location.assign(inPanel(next))}>
        Continue
      </Button>
      <Button onClick={() => void leave()}>Sign out</Button>
    </div>
  );
}
