"use client";

import { useDeferredValue, useState } from "react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Input, Label } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/loading";
import type { GuildDetail } from "@/lib/shared/contract/guilds";
import { addMember, allGuilds } from "../queries/guilds";
import { usersQuery } from "../queries/users";

const userId = {
  check: z.string().check(z.minLength(1, "Choose a user below.")),
  initial: "",
  control: ({ value, onChange }: { value: string; onChange: (id: string) => void }) => (
    <UserPicker value={value} onChange={onChange} />
  ),
};

export function AddMember({ guild }: { guild: GuildDetail }) {
  return (
    <FormDialog
      trigger={<Button>Add member</Button>}
      title={`Add a member to ${guild.name}`}
      description="Choose a user of this instance. Add bots on their own pages."
      action="Add member"
      fields={{ userId }}
      request={({ userId }) => addMember(guild.id, userId)}
      changes={allGuilds}
      done={({ username }) => `${username} is a member of ${guild.name}`}
    />
  );
}

/** Maximum number of users in the list. To find others, the operator types more of the name. */
const OFFERED = 8;

function UserPicker({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState("");
  const { data, error } = useInfiniteQuery({
    ...usersQuery(useDeferredValue(typed.trim())),
    placeholderData: keepPreviousData,
  });
  const users = data?.pages[0]?.users ?? [];
  return (
    <div className="flex flex-col gap-3">
      <Input
        type="search"
        aria-label="Find a user"
        placeholder="Find a user by name or id"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter in the search box must not submit the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {/* The space for a full list is always reserved, so that the dialog does not move while the operator types. */}
      <div className="min-h-72">
        {error ? (
          <p role="alert" className="text-danger-text">
            The users could not be loaded. {error.message}
          </p>
        ) : data === undefined ? (
          <Skeleton className="h-40" />
        ) : users.length === 0 ? (
          <p role="status" className="text-muted-foreground">
            No user&apos;s name begins with “{typed.trim()}”.
          </p>
        ) : (
          <RadioGroup value={value} onValueChange={onChange} aria-label="User" className="gap-0.5">
            {users.slice(0, OFFERED).map(({ id, username }) => (
              <Label
                key={id}
                className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-muted has-data-[state=checked]:bg-accent-soft max-sm:min-h-11"
              >
                <RadioGroupItem value={id} />
                <span className="min-w-0 flex-1 truncate">{username}</span>
                <code className="text-xs font-normal text-muted-foreground">{id}</code>
              </Label>
            ))}
          </RadioGroup>
        )}
      </div>
    </div>
  );
}
