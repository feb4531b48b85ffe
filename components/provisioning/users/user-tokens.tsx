"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { nameOf } from "@/components/shell/form/checks";
import { endField, textField } from "@/components/shell/form/dialog-fields";
import { ConfirmButton } from "@/components/shell/form/confirm-button";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { ShowMore } from "@/components/shell/paged-list";
import { beginsWith } from "@/components/shell/queries/pages";
import { Ago, Moment } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import type { UserDetail, UserTokenEntry, UserTokenPage } from "@/lib/shared/contract/users";
import { allUsers, createToken, revokeToken, userTokensQuery } from "../queries/users";
import { TokenOnce } from "../token-box";
import { type ShownToken, useShownToken } from "../shown-token";

/** Lists a user's tokens for scripts. A new token is shown until the operator hides it, and never again. */
export function UserTokens({ user, initial }: { user: UserDetail; initial: UserTokenPage }) {
  const [newToken, show] = useShownToken(user.id);
  const { data, ...pages } = useInfiniteQuery({
    ...userTokensQuery(user.id),
    ...beginsWith(initial),
  });
  const tokens = data.pages.flatMap((page) => page.tokens);
  return (
    <Card
      title="Tokens for scripts"
      description={`A script with a token acts as ${user.username} in the instance API, until the token expires or is revoked.`}
      action={
        newToken ? null : (
          <CreateToken user={user} onMade={(token, name) => show(userToken(user, name, token))} />
        )
      }
    >
      {newToken ? (
        <CardContent className="border-b bg-muted/40">
          <TokenOnce shown={newToken} onHide={() => show(null)} />
        </CardContent>
      ) : null}
      {tokens.length === 0 ? (
        <CardContent className="text-muted-foreground">
          No tokens yet. The list will show who created each token, when it expires, and when it was last
          used.
        </CardContent>
      ) : (
        <ul aria-label={`Tokens of ${user.username}`} className="divide-y">
          {tokens.map((token) => (
            <TokenRow key={token.id} user={user} token={token} />
          ))}
        </ul>
      )}
      {pages.hasNextPage ? (
        <CardContent>
          <ShowMore what="tokens" pages={pages} />
        </CardContent>
      ) : null}
    </Card>
  );
}

const userToken = ({ id, username }: UserDetail, name: string, token: string): ShownToken => ({
  token,
  id,
  ownerName: `${username}, ${name}`,
  label: "User token",
  noun: "token",
  file: { label: "Download token", name: `${username} ${name}.token`, text: `${token}\n` },
});

const states = {
  active: { tone: "success", word: "Active" },
  ended: { tone: "neutral", word: "Ended" },
  revoked: { tone: "neutral", word: "Revoked" },
} as const;

function TokenRow({ user, token }: { user: UserDetail; token: UserTokenEntry }) {
  const { tone, word } = states[token.state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {token.name} <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-sm text-muted-foreground">
          Made <Ago at={token.createdAt} /> by {token.createdBy} ·{" "}
          {token.state === "active" ? "ends" : "would have expired"} <Moment at={token.endsAt} /> ·{" "}
          {token.lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <Ago at={token.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {token.state === "active" ? (
        <ConfirmButton
          size="sm"
          title={`Revoke ${token.name}?`}
          description="The instance refuses the token immediately, so scripts that use it stop working. This cannot be undone."
          confirmLabel="Revoke token"
          request={() => revokeToken(user.id, token.id)}
          done={({ name }) => `Token ${name} revoked`}
          failed="The token was not revoked"
          changes={allUsers}
        >
          Revoke<span className="sr-only"> {token.name}</span>
        </ConfirmButton>
      ) : null}
    </li>
  );
}

const fields = {
  name: textField(
    { label: "Name", help: "What the token is for, so that you can find and revoke it later." },
    nameOf(1, 60),
  ),
  days: endField([1, 7, 30, 90, 365], 90),
};

function CreateToken({ user, onMade }: { user: UserDetail; onMade: (token: string, name: string) => void }) {
  const client = useQueryClient();
  if (user.disabled)
    return (
      <p className="text-muted-foreground">
        This user is disabled, so their tokens do not work. Enable the user to create one.
      </p>
    );
  return (
    <FormDialog
      trigger={<Button variant="primary">Create token…</Button>}
      title={`Create a token for ${user.username}`}
      description={`Anybody with this token can act as ${user.username}. It is shown once.`}
      action="Create token"
      fields={fields}
      request={({ name, days }) => createToken(user.id, { name, expiresInDays: Number(days) })}
      onDone={({ token, entry }) => {
        onMade(token, entry.name);
        return client.invalidateQueries(allUsers);
      }}
    />
  );
}
