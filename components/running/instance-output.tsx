"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { runningQuery } from "@/components/settings/queries/running";
import { addressOf } from "@/components/shell/queries/call";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import type { InstanceLogView } from "@/lib/shared/contract/running";

export function InstanceOutput() {
  const { data: report } = useQuery(runningQuery());
  return report?.showsLog ? <Followed /> : null;
}

function Followed() {
  const [log, setLog] = useState<InstanceLogView | null>(null);
  const end = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const stream = new EventSource(addressOf("GET /running/log/events"));
    stream.addEventListener("log", ({ data }: MessageEvent<string>) =>
      setLog(JSON.parse(data) as InstanceLogView),
    );
    return () => stream.close();
  }, []);
  const text = log?.text;
  useEffect(() => {
    const element = end.current;
    if (!element) return;
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 200;
    if (isAtEnd || element.scrollTop === 0) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <Card title="Output of the instance">
      <CardContent className="flex flex-col gap-3">
        {log?.problem ? (
          <Callout tone="warning" role="status">
            {log.problem}
          </Callout>
        ) : null}
        {text ? (
          <pre
            ref={end}
            // Scrollable areas must be reachable by keyboard.
            tabIndex={0}
            aria-label="Output of the instance"
            className="max-h-96 overflow-auto rounded-lg bg-muted p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </pre>
        ) : (
          <p className="text-muted-foreground">The instance has printed nothing since the panel started.</p>
        )}
      </CardContent>
    </Card>
  );
}
