"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import * as z from "zod/mini";
import { type ShownToken, useShownToken } from "@/components/provisioning/shown-token";
import { TokenOnce } from "@/components/provisioning/token-box";
import { nameOf } from "@/components/shell/form/checks";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { type DialogField, endField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog, useOpenDialog } from "@/components/shell/form/form-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { Ago, Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { ApiToken } from "@/lib/shared/contract/operators";
import type { Role } from "@/lib/shared/role";
import { roleField, roleName } from "../list/role-select";
import { apiTokensQuery, createApiToken, revokeApiToken } from "../queries/operators";

interface ApiTokensProps {
  initial: ApiToken[];
  reader: { id: number; role: Role };
}

/** Lists the operator's API tokens or, for an owner, all API tokens. A new token is shown until the operator hides it. */
export function ApiTokens({ initial, reader }: ApiTokensProps) {
  const [newToken, show] = useShownToken(shownId);
  const { data } = useQuery({ ...apiTokensQuery(), initialData: initial });
  return (
    <div className="flex flex-col gap-6">
      {newToken ? (
        <Card>
          <CardContent>
            <TokenOnce shown={newToken} onHide={() => show(null)}>
              This is the API token <strong className="font-medium">{newToken.ownerName}</strong>. The panel
              stores only a hash of it and cannot show it again.
            </TokenOnce>
          </CardContent>
        </Card>
      ) : (
        <div className="flex justify-end">
          <CreateApiToken role={reader.role} onMade={(token, name) => show(apiToken(token, name))} />
        </div>
      )}
      {data.length === 0 ? (
        <EmptyState
          icon={<KeyRound />}
          title="No API tokens yet"
          text="Scripts use a token to call the panel API. The list shows each token's role, expiry and last use."
        />
      ) : (
        <TokenTable tokens={data} reader={reader} />
      )}
    </div>
  );
}

const shownId = "api-token";

const apiToken = (token: string, name: string): ShownToken => ({
  token,
  id: shownId,
  ownerName: name,
  label: "API token",
  noun: "token",
  file: { label: "Download token", name: `${name}.token`, text: `${token}\n` },
});

function TokenTable({ tokens, reader }: { tokens: ApiToken[] } & Pick<ApiTokensProps, "reader">) {
  return (
    <Table
      label="API tokens"
      head={[
        "Name",
        ...(reader.role === "owner" ? ["Operator"] : []),
        "Role",
        "Ends",
        "Last used",
        { name: "Actions", isHidden: true },
      ]}
    >
      <TableBody>
        {tokens.map((token) => (
          <TableRow key={token.id}>
            <TableCell className="font-medium">
              <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
                {token.name}
                {token.isEnded ? <Badge tone="warning">Ended</Badge> : null}
                {token.proposes ? <Badge>May propose</Badge> : null}
                {token.confirmed ? <Badge>Confirmed in advance</Badge> : null}
              </span>
            </TableCell>
            {reader.role === "owner" ? (
              <TableCell name="Operator">
                <span className="inline-flex flex-wrap items-center gap-2">
                  {token.operator}
                  {token.operatorId === reader.id ? <Badge tone="accent">You</Badge> : null}
                </span>
              </TableCell>
            ) : null}
            <TableCell name="Role">{roleName(token.role)}</TableCell>
            <TableCell name="Ends" className="text-sm text-muted-foreground">
              <Moment at={token.endsAt} />
            </TableCell>
            <TableCell name="Last used" className="text-sm text-muted-foreground">
              {token.lastUsedAt === null ? (
                "Never"
              ) : (
                <>
                  <Ago at={token.lastUsedAt} /> from{" "}
                  <span className="font-mono break-all">{token.lastAddress}</span>
                </>
              )}
            </TableCell>
            <TableCell className="sm:text-right">
              <Revoke {...token} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Revoke({ id, name, operator }: ApiToken) {
  return (
    <ConfirmButton
      size="sm"
      title={`Revoke ${name}?`}
      description="The panel refuses the token immediately, so scripts that use it stop working. This cannot be undone."
      confirmLabel="Revoke token"
      request={() => revokeApiToken(id)}
      done={() => `API token ${name} revoked`}
      failed="The API token was not revoked"
      changes={apiTokensQuery()}
    >
      Revoke
      <span className="sr-only">
        {" "}
        {name} of {operator}
      </span>
    </ConfirmButton>
  );
}

const option = (id: string, label: string, help: string): DialogField<boolean> => ({
  check: z.boolean(),
  initial: false,
  control: ({ value, onChange }) => (
    <div className="flex flex-col gap-1">
      <label className="flex items-center gap-2 max-sm:min-h-11">
        <Checkbox
          aria-describedby={`${id}-help`}
          checked={value}
          onCheckedChange={(checked) => onChange(checked === true)}
        />
        {label}
      </label>
      <p id={`${id}-help`} className="text-sm text-muted-foreground">
        {help}
      </p>
    </div>
  ),
});
const proposes = option(
  "proposes",
  "May propose changes",
  "A token with the role viewer can then create proposals, which an operator reviews. It still saves nothing.",
);
const confirmed = option(
  "confirmed",
  "Confirmed in advance",
  "The token can apply the file, export secrets and delete bots without your password, if its role allows that. It can never invite operators or create tokens.",
);

interface CreateApiTokenProps {
  /** The operator's role. A token cannot have a stronger role. */
  role: Role;
  onMade: (token: string, name: string) => void;
}

function CreateApiToken({ role, onMade }: CreateApiTokenProps) {
  const client = useQueryClient();
  return (
    <FormDialog
      {...useOpenDialog()}
      trigger={<Button variant="primary">Create API token</Button>}
      title="Create API token"
      description="A script with this token can use the panel API in your name. The token is shown once."
      action="Create API token"
      fields={{
        name: textField(
          { label: "Name", help: "What the token is for. The audit log shows this name." },
          nameOf(1, 60),
        ),
        role: roleField("viewer", role),
        days: endField([1, 7, 30, 90, 365], 90),
        proposes,
        confirmed,
      }}
      request={({ days, ...input }) => createApiToken({ ...input, expiresInDays: Number(days) })}
      onDone={({ token, entry }) => {
        onMade(token, entry.name);
        return client.invalidateQueries(apiTokensQuery());
      }}
    />
  );
}
