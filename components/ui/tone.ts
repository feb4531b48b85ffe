/** What a color stands for. Used by badges, callouts and dots. */
export type Tone = "neutral" | "accent" | "warning" | "danger" | "success";

/** Class names for text on a soft background. */
export const softTone: Record<Tone, string> = {
  neutral: "border-border bg-muted text-muted-foreground",
  accent: "border-accent/30 bg-accent-soft text-accent-text",
  warning: "border-warning/35 bg-warning-soft text-warning-text",
  danger: "border-danger/30 bg-danger-soft text-danger-text",
  success: "border-success/30 bg-success-soft text-success-text",
};
