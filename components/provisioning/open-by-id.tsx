"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { TypedField } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { isSnowflake, snowflakeDate } from "@/lib/shared/chat/snowflake";
import { useInstance } from "./account/instance-provider";
import { countsQuery } from "./queries/instance";

interface OpenByIdProps {
  /** Why the instance does not list objects of this kind. */
  text?: string;
  /** For example, "Application id". */
  label: string;
  /** Path of an object's page, without the id. */
  page: string;
}

/** Used if the instance does not list objects of this kind. */
export function OpenById({ text, label, page }: OpenByIdProps) {
  const [id, setId] = useState("");
  const router = useRouter();
  const isComplete = isSnowflake(id.trim());
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) router.push(`${page}/${id.trim()}`);
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-xl flex-col items-start gap-4">
      {text === undefined ? null : <p className="max-w-prose">{text}</p>}
      <SnowflakeInput label={label} value={id} onChange={setId} />
      <Button type="submit" disabled={!isComplete}>
        Look up
      </Button>
    </form>
  );
}

interface SnowflakeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SnowflakeInput({ label, value, onChange }: SnowflakeInputProps) {
  const id = value.trim();
  const isWrong = id !== "" && !isSnowflake(id);
  const date = snowflakeDate(id);
  return (
    <TypedField
      label={label}
      help={date === null ? "A number of up to 19 digits." : `Created on ${date}`}
      error={isWrong ? "This is not an id. Enter digits only, without spaces or quotes." : undefined}
      inputMode="numeric"
      placeholder="1104236891374919680"
      className="max-w-md font-mono"
      value={value}
      onChange={onChange}
    />
  );
}

interface LookUpCardProps {
  what: "guild" | "user";
  page: string;
  /** A sentence that explains why the instance has no complete list. */
  why: string;
}

/** Used if the instance has no complete list. */
export function LookUpCard({ what, page, why }: LookUpCardProps) {
  return (
    <Card
      className="mb-6 max-w-220"
      title={<>Look up a {what}</>}
      description={<>{why} To copy an id, turn on developer mode in a client and right-click a name.</>}
    >
      <CardContent>
        <OpenById label={what === "guild" ? "Guild id" : "User id"} page={page} />
      </CardContent>
    </Card>
  );
}

export function InstanceCount({ what, otherwise }: { what: "guild" | "user"; otherwise: string }) {
  const { isReady, hasOperatorToken } = useInstance();
  const { data } = useQuery({ ...countsQuery(), enabled: isReady || hasOperatorToken });
  const amount = data?.[`${what}s`] ?? null;
  if (amount === null) return otherwise;
  // The instance counts bots among its users.
  const many = what === "user" ? "users and bots" : "guilds";
  return `${amount.toLocaleString("en")} ${amount === 1 ? what : many} on your instance.`;
}
