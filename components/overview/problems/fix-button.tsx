"use client";

import { useFix } from "@/components/settings/rows/use-fix";
import { Button } from "@/components/ui/button";
import type { Fix } from "@/lib/shared/contract/config-snapshot";
import { FileFixButton } from "./file-fix-button";

interface FixButtonProps {
  /** Nothing is shown without one. */
  fix: Fix | undefined;
  /** Label of the setting that has the problem. */
  of?: string;
}

/** Applies a problem's fix. */
export function FixButton({ fix, of }: FixButtonProps) {
  const { apply, isBusy, disabled } = useFix();
  if (fix === undefined) return null;
  if ("action" in fix) return <FileFixButton fix={fix} />;
  return (
    <Button
      size="sm"
      className="max-w-full shrink-0"
      disabled={disabled}
      busy={isBusy}
      aria-label={of === undefined ? undefined : `${fix.label}: ${of}`}
      onClick={() => void apply(fix)}
    >
      <span className="truncate">{fix.label}</span>
    </Button>
  );
}
