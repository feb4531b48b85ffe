"use client";

import { useQuery } from "@tanstack/react-query";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useInstance } from "./account/instance-provider";
import { OpenById } from "./open-by-id";
import { countsQuery } from "./queries/instance";

interface LookUpCardProps {
  what: "guild" | "user";
  /** Path of a guild's or user's page, without the id. */
  page: string;
  /** A sentence that explains why the instance has no complete list. */
  why: string;
}

/** A form to open the page of a guild or user by id. Used if the instance has no complete list. */
export function LookUpCard({ what, page, why }: LookUpCardProps) {
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader>
        <CardTitle>Look up a {what}</CardTitle>
        <CardDescription>
          {why} To copy an id, turn on developer mode in a client and open the menu of a name.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <OpenById label={what === "guild" ? "Guild id" : "User id"} page={page} />
      </CardContent>
    </Card>
  );
}

/** A sentence with the number of guilds or users on the running instance, or `otherwise` if the number is unknown. */
export function InstanceCount({ what, otherwise }: { what: "guild" | "user"; otherwise: string }) {
  const { isReady, hasOperatorToken } = useInstance();
  const { data } = useQuery({ ...countsQuery(), enabled: isReady || hasOperatorToken });
  const amount = data?.[`${what}s`] ?? null;
  if (amount === null) return otherwise;
  return `${amount.toLocaleString("en")} ${amount === 1 ? what : `${what}s`} on your instance.`;
}
