"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { useChange } from "@/components/shell/form/use-change";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Moment } from "@/components/ui/moment";
import type { Factors, TotpToAdd } from "@/lib/shared/contract/factors";
import { factorsQuery, makeRecoveryCodes, removeTotp, totpToAdd } from "../queries/account";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

const AddApp = lazyComponent(() => import("./add-app-dialog").then((module) => module.AddAppDialog));

export function CodesCard({ initial }: { initial: Factors }) {
  const client = useQueryClient();
  const { appSince, recoveryCodes, passkeys } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  const [asked, setAsked] = useState<TotpToAdd | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useChange({ request: totpToAdd, onDone: setAsked, failed: "No authenticator was added" });
  const hasFactor = appSince !== null || passkeys.length > 0;
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          Authenticator {appSince === null ? null : <Badge tone="success">On</Badge>}
        </CardTitle>
        <CardDescription>
          {appSince === null ? (
            "Your phone shows a code that you enter after your password."
          ) : (
            <>
              Your password signs you in only with a code from the authenticator. Set up{" "}
              <Moment at={appSince} />.
            </>
          )}
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap items-center gap-3">
        {appSince === null ? (
          <Button busy={begin.isPending} onClick={() => begin.mutate()}>
            Set up authenticator…
          </Button>
        ) : (
          <ConfirmButton
            title="Remove the authenticator?"
            description="Its codes stop working, and your other sessions end."
            confirmLabel="Remove authenticator"
            request={removeTotp}
            done={() => "Authenticator removed"}
            failed="The authenticator was not removed"
            changes={factorsQuery()}
          >
            Remove authenticator…
          </ConfirmButton>
        )}
        {hasFactor ? (
          <>
            <ConfirmButton
              title="Create new recovery codes?"
              description="The earlier codes stop working."
              confirmLabel="Create new codes"
              tone="neutral"
              request={makeRecoveryCodes}
              onDone={({ codes: made }) => setCodes(made)}
              failed="No codes were created"
              changes={factorsQuery()}
            >
              New recovery codes…
            </ConfirmButton>
            <p className="text-sm text-muted-foreground">
              {recoveryCodes === 1 ? "1 recovery code is left." : `${recoveryCodes} recovery codes are left.`}
            </p>
          </>
        ) : null}
      </CardContent>
      {asked ? (
        <AddApp
          asked={asked}
          onClose={() => setAsked(null)}
          onAdded={(made) => {
            setAsked(null);
            setCodes(made);
            void client.invalidateQueries(factorsQuery());
          }}
        />
      ) : null}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Card>
  );
}
