"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { SnowflakeInput } from "./wizard/snowflake-input";

interface OpenByIdProps {
  /** Why the instance does not list objects of this kind. */
  text?: string;
  /** Such as "Application id". */
  label: string;
  /** Path of an object's page, without the id. */
  page: string;
}

/** A form that opens an object's page by id. Used if the instance does not list objects of this kind. */
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
