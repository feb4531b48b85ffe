"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { SnowflakeInput } from "../wizard/snowflake-input";

/** The way to a bot at an instance that does not list them. */
export function OpenById() {
  const [id, setId] = useState("");
  const router = useRouter();
  const isComplete = isSnowflake(id.trim());
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) router.push(`/applications/${id.trim()}`);
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-xl flex-col items-start gap-4">
      <p>Your instance does not list an account&apos;s applications. Open one by its id.</p>
      <SnowflakeInput label="Application id" value={id} onChange={setId} />
      <Button type="submit" variant="primary" disabled={!isComplete}>
        Open bot
      </Button>
    </form>
  );
}
