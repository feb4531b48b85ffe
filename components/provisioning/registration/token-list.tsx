"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { RegistrationToken } from "@/lib/shared/contract/instance";

interface TokenListProps {
  tokens: readonly RegistrationToken[];
  /** Milliseconds since 1970. */
  endsAt: number;
  onDone: () => void;
}

/** Shows the new tokens. They are shown only once. */
export function TokenList({ tokens, endsAt, onDone }: TokenListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const texts = tokens.map(({ token, link }) => link ?? token);
  const hasLinks = tokens.every(({ link }) => link !== null);
  const what = hasLinks ? "link" : "token";
  return (
    <Card>
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="outline-none">
          {tokens.length === 1 ? `Your new ${what}` : `Your ${tokens.length} new ${what}s`}
        </CardTitle>
        <CardDescription>
          Each token lets one person register. The panel does not store them and will not show them again.
          With the lifetime in the settings, they work until <Moment at={endsAt} />, unless the instance has
          not loaded that setting yet.{" "}
          <Link
            href="/settings/security#security.defaultRegistrationTokenExpiration"
            className="text-accent-text underline"
          >
            Change the lifetime
          </Link>
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {hasLinks ? null : (
          <p className="max-w-prose text-muted-foreground">
            There is no link, because no front page is set in the instance or the settings. Clients can
            register with <code className="wrap-anywhere">/register?token=…</code>.{" "}
            <Link href="/settings/general#general.frontPage" className="text-accent-text underline">
              Set the front page
            </Link>
          </p>
        )}
        <ol aria-label={`New ${what}s`} className="divide-y rounded-lg border">
          {texts.map((text, index) => (
            <li key={text} className="flex items-center gap-2 py-1 pr-1 pl-4">
              <code className="min-w-0 flex-1 text-sm break-all">{text}</code>
              <CopyButton value={text} label={`Copy ${what} ${index + 1}`} />
            </li>
          ))}
        </ol>
      </CardContent>
      <CardFooter className="flex flex-wrap gap-2">
        {texts.length > 1 ? (
          <CopyButton value={texts.join("\n")} label={`Copy all ${what}s`} size="md" variant="secondary" />
        ) : null}
        <Button onClick={onDone}>Create more</Button>
      </CardFooter>
    </Card>
  );
}
