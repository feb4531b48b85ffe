"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadFile } from "@/components/ui/download";
import { Textarea } from "@/components/ui/textarea";
import { envFile } from "./bots/env-file";
import type { ShownToken } from "./token-keeper";

/** A bot's token, to copy or to download as a `.env` file. `onKept`: one of both was done. */
export function TokenText({ shown, onKept }: { shown: ShownToken; onKept: () => void }) {
  const { token, bot, addresses } = shown;
  return (
    <div className="flex flex-col gap-3">
      <Textarea
        readOnly
        aria-label="Bot token"
        value={token}
        rows={4}
        code
        className="break-all"
        onFocus={(event) => event.currentTarget.select()}
        onCopy={onKept}
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton value={token} label="Copy token" size="md" variant="secondary" onCopied={onKept} />
        <Button
          onClick={() => {
            downloadFile(new Blob([envFile(addresses, token)], { type: "text/plain" }), `${bot.id}.env`);
            onKept();
          }}
        >
          <Download aria-hidden="true" />
          Download .env
        </Button>
      </div>
    </div>
  );
}
