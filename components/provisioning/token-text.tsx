"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadFile } from "@/components/ui/download";
import { ShownText } from "@/components/ui/textarea";
import type { ShownToken } from "./token-keeper";

/** Shows a token with buttons to copy and download it. Both buttons call `onKept`. */
export function TokenText({ shown, onKept }: { shown: ShownToken; onKept: () => void }) {
  const { token, label, file } = shown;
  return (
    <div className="flex flex-col gap-3">
      <ShownText label={label} value={token} rows={4} onCopy={onKept} />
      <div className="flex flex-wrap gap-2">
        <CopyButton value={token} label="Copy token" size="md" variant="secondary" onCopied={onKept} />
        <Button
          onClick={() => {
            downloadFile(new Blob([file.text], { type: "text/plain" }), file.name);
            onKept();
          }}
        >
          <Download aria-hidden="true" />
          {file.label}
        </Button>
      </div>
    </div>
  );
}
