import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormFailure, FormField, PasswordInput, SubmitButton } from "@/components/shell/form/form-parts";
import { useChange } from "@/components/shell/form/use-change";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toaster";
import type { NotificationView } from "@/lib/shared/contract/notifications";
import { notificationsQuery, saveNotifications } from "./queries";

/**
 * The webhook's address and signing secret. Owners can change both, unless the panel's environment sets them.
 */
export function WebhookCard({ view, isOwner }: { view: NotificationView; isOwner: boolean }) {
  const { webhook, secret } = view;
  const isLocked = webhook.isFixed && secret.isFixed;
  return (
    <Card aria-labelledby="webhook">
      <CardHeader row>
        <CardTitle id="webhook">Webhook</CardTitle>
        {webhook.origin === null ? <Badge>Off</Badge> : <Badge tone="success">On</Badge>}
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] sm:gap-y-3">
          <dt className="text-muted-foreground">Address</dt>
          <dd className="min-w-0 wrap-anywhere">
            {webhook.origin === null ? "Not set" : <code className="text-sm">{webhook.origin}/…</code>}
            <Locked by="NOTIFY_URL" isFixed={webhook.isFixed} />
          </dd>
          <dt className="text-muted-foreground">Signing secret</dt>
          <dd>
            {secret.isSet ? "Set" : "Not set"}
            <Locked by="NOTIFY_SECRET" isFixed={secret.isFixed} />
          </dd>
        </dl>
        {isOwner ? null : <p className="text-muted-foreground">Only owners can change the webhook.</p>}
      </CardContent>
      {isOwner && !isLocked ? <WebhookForm view={view} /> : null}
    </Card>
  );
}

/** Names the environment variable that sets a value. The variable overrides the value on this page. */
function Locked({ by, isFixed }: { by: string; isFixed: boolean }) {
  if (!isFixed) return null;
  return (
    <span className="block text-sm text-muted-foreground">
      Locked: <code className="text-xs">{by}</code> in the panel&apos;s environment sets it.
    </span>
  );
}

function WebhookForm({ view: { webhook, secret } }: { view: NotificationView }) {
  const client = useQueryClient();
  const receive = (saved: NotificationView, words: string) => {
    client.setQueryData(notificationsQuery().queryKey, saved);
    toast.success(words);
  };
  const { form, errors, submit, isBusy } = useRequestForm({
    schema: z
      .object({
        url: z.string(),
        secret: z
          .string()
          .check(z.refine((text) => text === "" || text.length >= 16, "Enter at least 16 characters.")),
      })
      .check(
        z.refine(({ url, secret: typed }) => url.trim() !== "" || typed !== "", {
          error: "Enter an address.",
          path: ["url"],
        }),
      ),
    initial: { url: "", secret: "" },
    request: ({ url, secret: typed }) =>
      saveNotifications({ ...(url.trim() && { url }), ...(typed && { secret: typed }) }),
    onDone: (saved) => receive(saved, "Webhook saved"),
  });
  const remove = useChange({
    request: saveNotifications,
    onDone: (saved) => receive(saved, saved.webhook.origin === null ? "Webhook removed" : "Secret removed"),
    failed: "Not removed",
  });
  const isSet = webhook.origin !== null;
  return (
    <form onSubmit={submit} noValidate>
      <CardContent className="flex flex-col gap-5 border-t">
        <FormFailure message={errors.root?.message} />
        {webhook.isFixed ? null : (
          <FormField
            label={isSet ? "New webhook address" : "Webhook address"}
            help="The webhook of a chat channel or of your own program. The address is stored encrypted and never shown again."
            error={errors.url?.message}
          >
            {(control) => (
              <Input
                {...control}
                {...form.register("url")}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://chat.example.org/api/webhooks/…"
              />
            )}
          </FormField>
        )}
        {secret.isFixed ? null : (
          <FormField
            label={secret.isSet ? "New signing secret" : "Signing secret (optional)"}
            help="Lets your program verify that messages come from this panel. Chat services ignore it."
            error={errors.secret?.message}
          >
            {(control) => (
              <PasswordInput {...control} {...form.register("secret")} autoComplete="new-password" />
            )}
          </FormField>
        )}
      </CardContent>
      <CardFooter>
        {isSet && !webhook.isFixed ? (
          <Button
            variant="ghost"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate({ url: null, ...(secret.isSet && !secret.isFixed && { secret: null }) })
            }
          >
            Remove webhook
          </Button>
        ) : null}
        {secret.isSet && !secret.isFixed ? (
          <Button variant="ghost" busy={remove.isPending} onClick={() => remove.mutate({ secret: null })}>
            Remove secret
          </Button>
        ) : null}
        <SubmitButton variant="primary" busy={isBusy}>
          Save webhook
        </SubmitButton>
      </CardFooter>
    </form>
  );
}
