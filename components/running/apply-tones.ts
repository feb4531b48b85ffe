import type { Tone } from "@/components/ui/tone";
import type { ApplyState } from "@/lib/shared/contract/values";

/** What is in progress has the accent. */
export const applyTones: Partial<Record<ApplyState, Tone>> = {
  asking: "warning",
  contested: "warning",
  confirmed: "success",
  "rolled-back": "warning",
  kept: "warning",
  failed: "danger",
};
