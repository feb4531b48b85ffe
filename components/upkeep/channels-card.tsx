import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { FormFailure, FormField, PasswordInput, SubmitButton } from "@/components/shell/form/form-parts";
import { useChange } from "@/components/shell/form/use-change";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import type { NotificationView, NotifyChannel } from "@/lib/shared/contract/notifications";
import { notificationsQuery, saveNotifications, sendTestNotification } from "./queries";

interface ChannelsCardProps {
  channels: readonly NotifyChannel[];
  /** Only owners can change channels. Owners and editors can test them. */
  role: "owner" | "editor" | "viewer";
}

/** Where notifications go. Every channel that is set up gets all of them. */
export function ChannelsCard({ channels, role }: ChannelsCardProps) {
  return (
    <Card aria-labelledby="channels">
      <CardHeader>
        <CardTitle id="channels">Channels</CardTitle>
        <CardDescription>
          Every channel that is on receives all events.
          {role === "owner" ? null : " Only owners can change channels."}
        </CardDescription>
      </CardHeader>
      <ul aria-label="Channels" className="divide-y">
        {channels.map((channel) => (
          <ChannelRow key={channel.name} channel={channel} role={role} />
        ))}
      </ul>
    </Card>
  );
}

function ChannelRow({ channel, role }: { channel: NotifyChannel; role: ChannelsCardProps["role"] }) {
  const { label, help, target, fields } = channel;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const variables = fields.flatMap(({ fixedBy }) => fixedBy ?? []);
  const isLocked = fields.every(({ fixedBy }) => fixedBy !== null);
  return (
    <li aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex items-center gap-2">
            <span id={id} className="font-medium">
              {label}
            </span>
            {target === null ? <Badge>Off</Badge> : <Badge tone="success">On</Badge>}
          </p>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {target === null ? help : target}
            {variables.length > 0 ? (
              <span className="block">
                Locked: <code className="text-xs">{variables.join(", ")}</code> in the panel&apos;s
                environment.
              </span>
            ) : null}
          </p>
        </div>
        <div className="flex gap-2">
          {role !== "viewer" && target !== null ? <TestButton channel={channel} /> : null}
          {role === "owner" && !isLocked ? (
            <Button size="sm" aria-expanded={isOpen} aria-describedby={id} onClick={() => setOpen(!isOpen)}>
              {isOpen ? "Close" : target === null ? "Set up" : "Change"}
            </Button>
          ) : null}
        </div>
      </div>
      {isOpen ? <ChannelForm channel={channel} onDone={() => setOpen(false)} /> : null}
    </li>
  );
}

function TestButton({ channel: { name, label } }: { channel: NotifyChannel }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => sendTestNotification(name),
    onSuccess({ isSent, message }) {
      if (isSent) toast.success("Test notification sent", { description: message });
      else toast.error("Test notification not sent", { description: message });
    },
    onError: (error) => toast.error("Test notification not sent", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsQuery().queryKey }),
  });
  return (
    <Button size="sm" busy={test.isPending} aria-label={`Test ${label}`} onClick={() => test.mutate()}>
      Test
    </Button>
  );
}

function ChannelForm({ channel, onDone }: { channel: NotifyChannel; onDone: () => void }) {
  const client = useQueryClient();
  const { name, label, fields } = channel;
  const open = fields.filter(({ fixedBy }) => fixedBy === null);
  const receive = (saved: NotificationView, words: string) => {
    client.setQueryData(notificationsQuery().queryKey, saved);
    toast.success(words);
    onDone();
  };
  const { form, errors, submit, isBusy } = useRequestForm({
    schema: z.record(z.string(), z.string()),
    initial: Object.fromEntries(open.map((field) => [field.name, field.value ?? ""])),
    // An empty text keeps a stored secret, which is never shown, and removes any other value.
    request: (values) =>
      saveNotifications({
        channels: {
          [name]: Object.fromEntries(
            open
              .filter(({ name: fieldName, isSecret }) => !isSecret || values[fieldName]?.trim())
              .map(({ name: fieldName }) => [fieldName, values[fieldName]?.trim() || null]),
          ),
        },
      }),
    onDone: (saved) => receive(saved, `${label} saved`),
  });
  const turnOff = useChange({
    request: saveNotifications,
    onDone: (saved) => receive(saved, `${label} is off`),
    failed: "Not changed",
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5 px-4 pb-5 sm:px-6">
      <FormFailure message={errors.root?.message} />
      {open.map((field) => (
        <FormField
          key={field.name}
          label={`${field.isSecret && field.isSet ? `New ${field.label.toLowerCase()}` : field.label}${field.isOptional ? " (optional)" : ""}`}
          help={field.help}
          error={errors[field.name]?.message}
        >
          {(control) =>
            field.isSecret && field.placeholder === null ? (
              <PasswordInput {...control} {...form.register(field.name)} autoComplete="new-password" />
            ) : (
              <Input
                {...control}
                {...form.register(field.name)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={field.placeholder ?? undefined}
              />
            )
          }
        </FormField>
      ))}
      <div className="flex justify-end gap-2">
        {open.some(({ isSet }) => isSet) ? (
          <Button
            variant="ghost"
            busy={turnOff.isPending}
            onClick={() => turnOff.mutate({ channels: { [name]: null } })}
          >
            Turn off
          </Button>
        ) : null}
        <SubmitButton variant="primary" busy={isBusy}>
          Save
        </SubmitButton>
      </div>
    </form>
  );
}
