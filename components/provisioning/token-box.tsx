"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadFile } from "@/components/ui/download";
import { ShownText } from "@/components/ui/input";
import { type ShownToken, useUnsavedTokenGuard } from "./shown-token";

interface TokenBoxProps {
  shown: ShownToken;
  /** Whether the operator has copied or downloaded the token. If not, leaving the page asks for confirmation. */
  isKept: boolean;
  onKept: () => void;
}

export function TokenBox({ shown, isKept, onKept }: TokenBoxProps) {
  useUnsavedTokenGuard(shown, isKept);
  return <TokenText shown={shown} onKept={onKept} />;
}

interface TokenOnceProps {
  shown: ShownToken;
  onHide: () => void;
  /** The sentence above the token. */
  children?: ReactNode;
}

export function TokenOnce({ shown, onHide, children }: TokenOnceProps) {
  const [isKept, setKept] = useState(false);
  return (
    <div className="flex flex-col gap-3" role="status">
      <p>
        {children ?? (
          <>
            This is the new token of {shown.ownerName}. The panel does not store it and will not show it
            again.
          </>
        )}
      </p>
      <TokenBox shown={shown} isKept={isKept} onKept={() => setKept(true)} />
      <Button className="self-start" onClick={onHide}>
        Hide {shown.noun}
      </Button>
    </div>
  );
}

export function TokenText({ shown, onKept }: { shown: ShownToken; onKept: () => void }) {
  const { token, label, noun, file } = shown;
  return (
    <div className="flex flex-col gap-3">
      <ShownText label={label} value={token} rows={4} onCopy={onKept} />
      <div className="flex flex-wrap gap-2">
        <CopyButton value={token} label={`Copy ${noun}`} size="md" variant="secondary" onCopied={onKept} />
        {file ? (
          <Button
            onClick={() => {
              downloadFile(new Blob([file.text], { type: "text/plain" }), file.name);
              onKept();
            }}
          >
            <Download aria-hidden="true" />
            {file.label}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
