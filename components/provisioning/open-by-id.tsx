"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { SnowflakeInput } from "./wizard/snowflake-input";

interface OpenByIdProps {
  /** Why there is no list. */
  text?: string;
  /** "Application id" */
  label: string;
  /** The address of the pages, without the id. */
  page: string;
}

/** A form to open an object that the instance does not list. */
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
