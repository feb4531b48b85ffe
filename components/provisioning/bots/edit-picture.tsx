"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId, useRef } from "react";
import { RequestError } from "@/components/shell/queries/call";
import { Button } from "@/components/ui/button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { BotAvatar } from "../bot-avatar";
import { allBots, removePicture, setPicture } from "../queries/bots";
import { shrinkPicture, UnusablePicture } from "./shrink-picture";

const isKnown = (error: Error) => error instanceof UnusablePicture || error instanceof RequestError;

/** Shows the bot's picture, with buttons to replace or remove it. Both buttons take effect immediately. */
export function EditPicture({ bot }: { bot: BotDetail }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      file ? setPicture(bot.id, await shrinkPicture(file)) : removePicture(bot.id),
    onSettled: () => client.invalidateQueries(allBots),
  });
  const { error, isPending, isSuccess, variables } = change;

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Without this, the browser would fire no event if the operator chooses the same file again after a failure.
    event.target.value = "";
    if (file) change.mutate(file);
  }

  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex items-center gap-4">
      <BotAvatar bot={bot} size="lg" />
      <div className="flex min-w-0 flex-col gap-1.5">
        <span id={`${id}-label`} className="font-medium">
          Picture
        </span>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            busy={isPending && variables !== null}
            aria-describedby={`${id}-note`}
            onClick={() => input.current?.click()}
          >
            Choose picture
          </Button>
          {bot.icon === null ? null : (
            <Button
              size="sm"
              variant="ghost"
              busy={isPending && variables === null}
              onClick={() => change.mutate(null)}
            >
              Remove picture
            </Button>
          )}
        </div>
        <p id={`${id}-note`} className="text-sm text-muted-foreground">
          PNG, WebP or JPEG. The panel crops the picture to a square and stores it immediately.
        </p>
        {error ? (
          <p role="alert" className="text-sm text-danger-text">
            {isKnown(error)
              ? error.message
              : "The picture could not be stored. Reload the page and try again."}
          </p>
        ) : null}
        <VisuallyHidden role="status">
          {isSuccess ? (variables === null ? "Picture removed" : "Picture stored") : ""}
        </VisuallyHidden>
      </div>
      <input
        ref={input}
        type="file"
        aria-label="Picture file"
        accept="image/png,image/webp,image/jpeg"
        className="hidden"
        onChange={choose}
      />
    </div>
  );
}
