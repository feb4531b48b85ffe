"use client";

import * as z from "zod/mini";
import { type DialogField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import type { BotDetail } from "@/lib/shared/contract/bots";
import { useInstance } from "../account/instance-provider";
import { allBots, editBot } from "../queries/bots";
import { EditPicture } from "./edit-picture";

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
          ? "Existing roles of the bot in guilds keep their names."
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
