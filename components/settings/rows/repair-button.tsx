"use client";

import { Button } from "@/components/ui/button";
import type { RepairFix } from "@/lib/shared/contract/config-snapshot";
import { useFix } from "./use-fix";

export function RepairButton({ fix }: { fix: RepairFix }) {
  const { apply, isBusy, disabled } = useFix();
  return (
    <Button
      size="sm"
      className="self-start"
      busy={isBusy}
      disabled={disabled}
      onClick={() => void apply(fix)}
    >
      {fix.label}
    </Button>
  );
}
