"use client";

import { type ChangeEvent, useId, useRef } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { type DialogField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { RequestError } from "@/components/shell/queries/call";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Label, Textarea } from "@/components/ui/input";
import { VisuallyHidden } from "@/components/ui/text";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { useInstance } from "../account/instance-provider";
import { BotAvatar } from "../bot-avatar";
import { allBots, editBot, removePicture, setPicture } from "../queries/bots";
import { shrinkPicture, UnusablePicture } from "./shrink-picture";

const name = z.string().check(z.trim(), z.minLength(1, "Enter a name."));
const username = z.string().check(z.trim());

const descriptionField = (initial: string): DialogField<string> => ({
  label: "Description",
  check: z.string().check(z.maxLength(400, "Use at most 400 characters.")),
  initial,
  control: (props) => <Textarea {...props} rows={4} />,
});

const publicField = (initial: boolean): DialogField<boolean> => ({
  check: z.boolean(),
  initial,
  control: ({ value, onChange, ref }) => (
    <div className="flex items-center gap-3">
      <Checkbox
        id="bot-public"
        ref={ref}
        checked={value}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <Label htmlFor="bot-public">Let others add it to their guilds</Label>
    </div>
  ),
});

export function EditBot({ bot }: { bot: BotDetail }) {
  const { lacks, isReady } = useInstance();
  const noPictures = lacks("botPictures");
  const namesUser = lacks("botUsernames") === null && bot.username !== null;
  return (
    <FormDialog
      trigger={<Button>Edit</Button>}
      isHidden={!isReady}
      title={`Edit ${bot.name}`}
      description={
        namesUser
          ? "The bot's existing roles in guilds keep their names."
          : "Its user and its roles in guilds get the same name."
      }
      action="Save bot"
      // If the instance does not report a value, the form has no field for the value and does not change it.
      fields={{
        name: textField({ label: "Name" }, name, { initial: bot.name }),
        ...(namesUser && {
          username: textField({ label: "Bot's username" }, username, { initial: bot.username ?? "" }),
        }),
        description: descriptionField(bot.description),
        ...(bot.public !== null && { public: publicField(bot.public) }),
      }}
      request={(values) => {
        const before: Record<string, unknown> = bot;
        return editBot(
          bot.id,
          Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== before[key])),
        );
      }}
      changes={allBots}
      done={({ name }) => `${name} saved`}
    >
      {noPictures === null ? (
        <EditPicture bot={bot} />
      ) : (
        <p className="text-sm text-muted-foreground">{noPictures}</p>
      )}
    </FormDialog>
  );
}

const isKnown = (error: Error) => error instanceof UnusablePicture || error instanceof RequestError;

/** Shows the bot's picture, with buttons to replace or remove it. Both buttons take effect immediately. */
function EditPicture({ bot }: { bot: BotDetail }) {
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
    // Without this, choosing the same file again after a failure would fire no event.
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
