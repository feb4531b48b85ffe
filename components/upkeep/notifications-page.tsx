"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useChange } from "@/components/shell/form/use-change";
import { Ago } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { Switch } from "@/components/ui/switch";
import type { NotificationView } from "@/lib/shared/contract/notifications";
import { type NotifyTopic, notifyTopics } from "@/lib/shared/contract/values";
import { ChannelsCard } from "./channels-card";
import { notificationsQuery, saveNotifications } from "./queries";

interface NotificationsPageProps {
  initial: NotificationView;
  role: "owner" | "editor" | "viewer";
}

export function NotificationsPage({ initial, role }: NotificationsPageProps) {
  const { data: view } = useQuery({ ...notificationsQuery(), initialData: initial });
  const isOwner = role === "owner";
  return (
    <>
      <PageHeader title="Notifications" description="Messages when something happens to your instance." />
      <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ChannelsCard channels={view.channels} role={role} />
          <DeliveriesCard view={view} />
        </div>
        <TopicsCard view={view} isOwner={isOwner} />
      </div>
    </>
  );
}

const topics: Readonly<Record<NotifyTopic, { label: string; help: string }>> = {
  outages: { label: "Outages", help: "A part of the instance is down, or up again." },
  applies: {
    label: "Applies",
    help: "An apply failed or was rolled back, or a planned apply starts soon, is done or was canceled.",
  },
  undone: { label: "Undone values", help: "A rewrite of the file outside the panel undid saved values." },
  certificates: { label: "Certificates", help: "A certificate expires within 14 days. Sent once a day." },
  proposals: { label: "Proposals", help: "Somebody proposes changes of the configuration for review." },
  "sign-ins": { label: "Sign-ins", help: "An operator signs in from a new address." },
  backups: { label: "Backups", help: "A backup or the Git mirror failed." },
};

function TopicsCard({ view: { muted }, isOwner }: { view: NotificationView; isOwner: boolean }) {
  const client = useQueryClient();
  const id = useId();
  const save = useChange({
    request: saveNotifications,
    onDone: (saved) => client.setQueryData(notificationsQuery().queryKey, saved),
    failed: "Not changed",
  });
  // Shows the choice while it is being saved. If the server refuses it, the previous choice is shown again.
  const shown = save.isPending ? (save.variables.muted ?? muted) : muted;
  const toggle = (topic: NotifyTopic, isOn: boolean) =>
    save.mutate({ muted: isOn ? shown.filter((one) => one !== topic) : [...shown, topic] });
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>Events</CardTitle>
        <CardDescription>Changes take effect immediately.</CardDescription>
      </CardHeader>
      <ul className="divide-y">
        {notifyTopics.map((topic) => (
          <li key={topic} className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
            <div className="min-w-0">
              <p id={`${id}-${topic}`} className="font-medium">
                {topics[topic].label}
              </p>
              <p id={`${id}-${topic}-help`} className="text-sm text-muted-foreground">
                {topics[topic].help}
              </p>
            </div>
            <Switch
              checked={!shown.includes(topic)}
              disabled={!isOwner}
              aria-labelledby={`${id}-${topic}`}
              aria-describedby={`${id}-${topic}-help`}
              onCheckedChange={(isOn) => toggle(topic, isOn)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const states = {
  sent: { words: "Sent", tone: "success" },
  refused: { words: "Not sent", tone: "danger" },
  waiting: { words: "Waiting", tone: "warning" },
} as const;

const events: Readonly<Record<string, string>> = {
  "instance-down": "Part down",
  "instance-up": "Part up again",
  "values-undone": "Values undone",
  "rolled-back": "Apply rolled back",
  "apply-failed": "Apply failed",
  "apply-planned": "Apply starts soon",
  "plan-dropped": "Planned apply not started",
  "planned-apply-done": "Planned apply done",
  "certificate-ends": "Certificate expires",
  "new-address": "Sign-in from a new address",
  "backup-failed": "Backup failed",
  test: "Test",
};

function DeliveriesCard({ view: { deliveries, channels } }: { view: NotificationView }) {
  const labelOf = (name: string) => channels.find((channel) => channel.name === name)?.label ?? name;
  return (
    <Card aria-labelledby="deliveries">
      <CardHeader>
        <CardTitle id="deliveries">Recent deliveries</CardTitle>
      </CardHeader>
      {deliveries.length === 0 ? (
        <CardContent>
          <p className="text-muted-foreground">
            Nothing has been sent yet. Each message is listed here with its outcome.
          </p>
        </CardContent>
      ) : (
        <ul aria-label="Recent deliveries" className="divide-y">
          {deliveries.map(({ id, channel, at, events: names, state, tries, message }) => (
            <li key={id} className="flex flex-col gap-0.5 px-4 py-2.5 sm:px-6">
              <p className="flex items-start justify-between gap-4">
                <span className="min-w-0 font-medium wrap-anywhere">
                  {names.map((name) => events[name] ?? name).join(", ")}
                </span>
                <Badge tone={states[state].tone}>{states[state].words}</Badge>
              </p>
              <p className="text-sm wrap-anywhere text-muted-foreground">
                <Ago at={at} /> · {labelOf(channel)}
                {tries > 1 ? ` · ${tries} tries` : ""}
                {message === null ? "" : ` · ${message}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
