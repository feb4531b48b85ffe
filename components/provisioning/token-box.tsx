"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadFile } from "@/components/ui/download";
import { Textarea } from "@/components/ui/textarea";

interface TokenBoxProps {
  token: string;
  /** The downloaded file's name, without its extension. */
  name: string;
  /** Whose token it is: the box's accessible name. */
  label?: string;
}

/** A token, to copy or download. */
export function TokenBox({ token, name, label = "Bot token" }: TokenBoxProps) {
  return (
    <div className="flex flex-col gap-3">
      <Textarea
        readOnly
        aria-label={label}
        value={token}
        rows={4}
        code
        className="break-all"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <CopyButton value={token} label="Copy token" size="md" variant="secondary" />
        <Button
          onClick={() => downloadFile(new Blob([`${token}\n`], { type: "text/plain" }), `${name}.token`)}
        >
          <Download aria-hidden="true" />
          Download token
        </Button>
      </div>
    </div>
  );
}
