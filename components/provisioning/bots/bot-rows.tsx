"use client";

import { memo, useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import { TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { BotPage } from "@/lib/shared/contract/bots";
import { BotAvatar } from "../bot-avatar";

/** Distance from the window within which rows are rendered, so that no row is missing while the operator scrolls. */
const NEAR = "1500px";

/**
 * The rows of one page of bots. Far outside the window, an empty row of the same height replaces them, because
 * thousands of rows would slow the page down.
 */
export const BotRows = memo(function BotRows({ bots }: { bots: BotPage["bots"] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** Height of the empty row in pixels. Null while the bots' rows are rendered. */
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      ([entry]) => setHeight(entry && !entry.isIntersecting ? element.getBoundingClientRect().height : null),
      { rootMargin: NEAR },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <TableBody ref={body} className="[tbody+&]:border-t">
      {height === null ? (
        bots.map((bot) => <BotRow key={bot.id} bot={bot} />)
      ) : (
        <tr aria-hidden="true" className="max-sm:block">
          <td colSpan={4} className="max-sm:block" style={{ height }} />
        </tr>
      )}
    </TableBody>
  );
});

const whoMayAdd = (isPublic: boolean | null): string =>
  isPublic === null ? "Not reported" : isPublic ? "Everybody" : "Its owner";

function BotRow({ bot }: { bot: BotPage["bots"][number] }) {
  return (
    <TableRow className="relative">
      <TableCell className="font-medium">
        <span className="flex items-center gap-3">
          <BotAvatar bot={bot} />
          <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
            <RowLink href={`/applications/${bot.id}`}>{bot.name}</RowLink>
            {bot.hasBot ? null : <Badge tone="warning">No bot user yet</Badge>}
          </span>
        </span>
      </TableCell>
      <TableCell name="Owner" className="break-words">
        {bot.owner?.username ?? "The connected account"}
      </TableCell>
      {bot.guildCount === null ? (
        <TableCell name="Who can add it">{whoMayAdd(bot.public)}</TableCell>
      ) : (
        <TableCell name="Guilds" className="tabular-nums sm:text-right">
          {bot.guildCount.toLocaleString("en")}
        </TableCell>
      )}
      <TableCell name="Created" className="text-sm text-muted-foreground">
        <Moment at={bot.createdAt} />
      </TableCell>
    </TableRow>
  );
}
