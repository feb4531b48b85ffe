"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Moment } from "@/components/ui/moment";
import { toast } from "@/components/ui/toaster";
import type { Factors, TotpToAdd } from "@/lib/shared/contract/factors";
import { factorsQuery, makeRecoveryCodes, removeTotp, totpToAdd } from "../queries/factors";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

const AddApp = lazyComponent(() => import("./add-app-dialog").then((module) => module.AddAppDialog));

/** The operator's authenticator and recovery codes. */
export function CodesCard({ initial }: { initial: Factors }) {
  const client = useQueryClient();
  const { appSince, recoveryCodes, passkeys } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  const [asked, setAsked] = useState<TotpToAdd | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: factorsQuery().queryKey });
  const begin = useMutation({
    mutationFn: totpToAdd,
    onSuccess: setAsked,
    onError: (error) => toast.error("No authenticator was added", { description: error.message }),
  });
  const remove = useMutation({
    mutationFn: removeTotp,
    onSuccess: () => toast.success("Authenticator removed"),
    onError: (error) => toast.error("The authenticator was not removed", { description: error.message }),
    onSettled: refresh,
  });
  const renew = useMutation({
    mutationFn: makeRecoveryCodes,
    onSuccess: ({ codes: made }) => setCodes(made),
    onError: (error) => toast.error("No codes were made", { description: error.message }),
    onSettled: refresh,
  });
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
          <ConfirmDialog
            trigger={<Button busy={remove.isPending}>Remove authenticator…</Button>}
            title="Remove the authenticator?"
            description="Its codes no longer count, and your other sessions end."
            confirmLabel="Remove authenticator"
            onConfirm={() => remove.mutate()}
          />
        )}
        {hasFactor ? (
          <>
            <ConfirmDialog
              trigger={<Button busy={renew.isPending}>New recovery codes…</Button>}
              title="Make new recovery codes?"
              description="The earlier codes no longer count."
              confirmLabel="Make new codes"
              tone="neutral"
              onConfirm={() => renew.mutate()}
            />
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
            void refresh();
          }}
        />
      ) : null}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Card>
  );
}
