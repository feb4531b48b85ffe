"use client";

import { Fragment, useState } from "react";
import { Input, Label } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";

export interface ListedGuild {
  id: string;
  name: string;
  /** Distinguishes the guild from other guilds of the same name. */
  detail: string;
  /** Such guilds are listed last, under a heading. */
  mayRefuse?: boolean;
}

/** The list has a search box if it contains at least this many guilds. */
const many = 9;

interface GuildListProps {
  guilds: readonly ListedGuild[];
  value: string;
  onChange: (id: string) => void;
}

export function GuildList({ guilds, value, onChange }: GuildListProps) {
  const [typed, setTyped] = useState("");
  const words = typed.trim().toLowerCase();
  const shown = guilds.filter(({ id, name }) => name.toLowerCase().includes(words) || id === words);
  return (
    <div className="flex flex-col gap-3">
      {guilds.length >= many ? (
        <Input
          type="search"
          aria-label="Find a guild"
          placeholder={`Find one of ${guilds.length.toLocaleString("en")} guilds`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
      {shown.length === 0 ? (
        <p className="text-muted-foreground">No guild has this name or id. Check the spelling.</p>
      ) : null}
      <RadioGroup
        value={value}
        onValueChange={onChange}
        aria-label="Guild"
        // A list of hundreds of guilds scrolls inside its box, so that the button to continue stays visible.
        className="-m-1 max-h-[26rem] grid-cols-[minmax(0,1fr)] overflow-y-auto p-1"
      >
        {shown.map(({ id, name, detail, mayRefuse }, index) => (
          <Fragment key={id}>
            {mayRefuse && !shown[index - 1]?.mayRefuse ? refusalHeading : null}
            <Label className="flex cursor-pointer items-center gap-3 rounded-lg border p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft">
              <RadioGroupItem value={id} />
              <span className="flex min-w-0 flex-col">
                <span className="truncate font-medium" title={name}>
                  {name}
                </span>
                <span className="text-sm font-normal text-muted-foreground">{detail}</span>
              </span>
            </Label>
          </Fragment>
        ))}
      </RadioGroup>
    </div>
  );
}

const refusalHeading = (
  <div className="pt-3 pb-1">
    <h3 className="font-medium">May be refused</h3>
    <p className="text-sm text-muted-foreground">
      The instance does not report whether you can add bots to these guilds. It may refuse when you try.
    </p>
  </div>
);
