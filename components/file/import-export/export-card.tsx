"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { downloadFile } from "@/components/ui/download";
import { ConfirmRequest } from "../confirm-request";
import { exportAddress, exportWithSecrets } from "../queries/config";

/** Offers downloads of the file. A download with secrets shows a warning first. */
export function ExportCard() {
  const { file } = useConfigDocument();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Export">
      <CardContent className="flex flex-col gap-4">
        <p className="max-w-prose text-muted-foreground">
          Without secrets, every key and password in the copy is null, so you can share the copy or import it
          elsewhere. With secrets, the copy is identical to the file, for a backup.
        </p>
        <div className="flex flex-wrap gap-2">
          {file.state === "usable" ? (
            <a href={exportAddress} download className={buttonVariants({ variant: "primary" })}>
              <Download aria-hidden="true" />
              Download without secrets
            </a>
          ) : null}
          <Button
            disabled={file.state === "missing" || file.state === "unreadable"}
            onClick={() => setAsking(true)}
          >
            Download with secrets
          </Button>
        </div>
      </CardContent>
      {isAsking ? (
        <ConfirmRequest
          title="Download the file with its secrets?"
          description="Anybody with this copy can sign tokens for every user and bot, send mail as the instance and read its message broker. The download is recorded in the audit log. Store the copy as safely as a password."
          confirmLabel="Download with secrets"
          request={exportWithSecrets}
          failed="Nothing was downloaded"
          onDone={({ filename, content }) => downloadFile(content, filename)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  );
}
