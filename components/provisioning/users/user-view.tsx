"use client";

import { useQuery } from "@tanstack/react-query";
import { Card, CardContent } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import type { UserDetail, UserTokenPage } from "@/lib/shared/contract/users";
import { useInstance } from "../account/instance-provider";
import { LookUp } from "../look-up";
import { userQuery } from "../queries/users";
import { BanUser, DisableUser } from "./user-actions";
import { UserBadges } from "./user-list";
import { UserRights } from "./user-rights";
import { UserTokens } from "./user-tokens";

interface UserViewProps {
  id: string;
  initial?: { user: UserDetail; tokens: UserTokenPage };
}

export function UserView({ id, initial }: UserViewProps) {
  const { isReady, hasOperatorToken, lacks } = useInstance();
  const { data: user, error } = useQuery({
    ...userQuery(id),
    retry: false,
    enabled: isReady || hasOperatorToken,
    ...(initial && { initialData: initial.user }),
  });
  const noCare = lacks("userCare");
  if (!user) return <LookUp what="user" id={id} error={error} />;
  return (
    <>
      <PageHeader
        title={
          <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
            {user.username} <UserBadges user={user} />
          </span>
        }
        description={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <span>
              {user.guildCount === null
                ? "Created "
                : `In ${user.guildCount.toLocaleString("en")} ${user.guildCount === 1 ? "guild" : "guilds"} · created `}
              <Moment at={user.createdAt} />
            </span>
            <CopyText value={user.id} label="Copy the user's id" small />
          </span>
        }
        actions={user.isSelf || noCare !== null ? null : <DisableUser user={user} />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        {initial ? <UserTokens user={user} initial={initial.tokens} /> : <BanUser user={user} />}
        <div className="flex min-w-0 flex-col gap-4">
          {user.rights === null ? null : <UserRights user={{ ...user, rights: user.rights }} />}
          <ManagedGuilds {...user} />
          {noCare === null ? (
            <SignIn user={user} />
          ) : (
            <Card
              title="Rights and tokens"
              description={
                <>
                  {noCare} {lacks("userTokens")}
                </>
              }
            />
          )}
        </div>
      </div>
    </>
  );
}

function ManagedGuilds({ username, manages }: Pick<UserDetail, "username" | "manages">) {
  if (manages === null) return null;
  return (
    <Card title="Guilds to manage" description="Guilds where this user can add bots.">
      {manages.length === 0 ? (
        <CardContent className="text-muted-foreground">
          None. Add the user on a guild&apos;s page, and grant “Manage guild” there.
        </CardContent>
      ) : (
        <ul aria-label={`Guilds that ${username} can manage`} className="divide-y">
          {manages.map(({ id, name, owner }) => (
            <li key={id} className="flex items-center justify-between gap-3 px-4 py-2.5 sm:px-6">
              <Link href={`/guilds/${id}`} className="min-w-0 font-medium wrap-anywhere hover:underline">
                {name}
              </Link>
              <span className="text-sm text-muted-foreground">{owner ? "Owner" : "Manage guild"}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const link = "font-medium text-accent-text hover:underline";

/** States whether the user can sign in to the panel. Only the panel's operators have passwords. */
function SignIn({ user: { operator, isSelf } }: { user: UserDetail }) {
  return (
    <Card title="Sign-in to this panel">
      <CardContent>
        {isSelf ? (
          <p>
            This is you. Change your password on the{" "}
            <Link href="/account" className={link}>
              Account page
            </Link>
            .
          </p>
        ) : operator ? (
          <p>
            Signs in as the operator <strong className="font-medium">{operator.username}</strong>
            {operator.disabled ? ", whose sign-in is disabled" : ", with a separate password"}. Change that on
            the{" "}
            <Link href="/operators" className={link}>
              Operators page
            </Link>
            .
          </p>
        ) : (
          <p className="text-muted-foreground">
            Not an operator. This user has no password, and acts only through tokens.{" "}
            <Link href="/operators" className={link}>
              Show operators
            </Link>
            .
          </p>
        )}
      </CardContent>
    </Card>
  );
}
