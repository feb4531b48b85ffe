"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import type { ConnectionChoice, ConnectionView } from "@/lib/shared/contract/instance";
import { connectionQuery, saveConnection, tryConnection } from "../queries/instance";
import { ConnectionFields, useTrial } from "./connection-fields";
import { choiceOf, InstanceQuestion, type Mode } from "./instance-question";

export function ChangeConnection({ connection }: { connection: ConnectionView }) {
  const { isUrlFixed, isTokenFixed, url, suggestion } = connection;
  const [mode, setMode] = useState<Mode | null>(connection.mode === "open" ? null : connection.mode);
  const trial = useTrial(url ?? suggestion ?? "", tryConnection);
  const choice = choiceOf(mode, trial);
  const isSame = mode === "standalone" && connection.mode === "standalone" && connection.isAnswered;
  if (isUrlFixed)
    return (
      <div className="flex flex-col items-start gap-4">
        <ConnectionFields trial={trial} connection={connection} />
        {isTokenFixed ? null : <SaveDialog choice={choice} />}
      </div>
    );
  return (
    <Card title={connection.mode === "open" ? "Choose the instance" : "Change the connection"}>
      <CardContent>
        <InstanceQuestion
          mode={mode}
          onMode={setMode}
          isFileOfOthers={connection.mode === "open"}
          trial={trial}
          connection={connection}
        />
      </CardContent>
      <CardFooter className="flex flex-wrap items-center gap-3">
        <SaveDialog choice={isSame ? null : choice} />
        <p className="text-sm text-muted-foreground empty:hidden">
          {isSame
            ? "The panel already works this way."
            : mode === null
              ? "Choose one before you save."
              : choice === null
                ? "Test the connection before you save it."
                : null}
        </p>
      </CardFooter>
    </Card>
  );
}

function SaveDialog({ choice }: { choice: ConnectionChoice | null }) {
  const client = useQueryClient();
  const router = useRouter();
  return (
    <FormDialog
      trigger={
        <Button variant="primary" disabled={choice === null}>
          Save connection…
        </Button>
      }
      title={choice?.mode === "connected" ? "Connect to this instance?" : "Make this panel the instance?"}
      description={
        choice?.mode === "connected"
          ? `The panel will show the bots, guilds and users of ${choice.url}. Data in the panel's own database stays there, unused.`
          : "The panel will serve bots and guilds from its own database. It adds missing keys to the file, under your name in the history."
      }
      action="Save connection"
      fields={{}}
      request={() => {
        if (choice === null) throw new Error("The connection was not saved");
        return saveConnection(choice);
      }}
      done={({ mode }) => (mode === "connected" ? "Connected" : "This panel is the instance now")}
      onDone={(saved) => {
        client.setQueryData(connectionQuery().queryKey, saved);
        void client.invalidateQueries(runningQuery());
        router.refresh();
      }}
    />
  );
}
