/** The severity or mood that a color conveys. Badges, callouts and dots share the same five tones. */
export type Tone = "neutral" | "accent" | "warning" | "danger" | "success";

/** Text on a soft background. */
export const softTone: Record<Tone, string> = {
  neutral: "border-border bg-muted text-muted-foreground",
  accent: "border-accent/30 bg-accent-soft text-accent-text",
  warning: "border-warning/35 bg-warning-soft text-warning-text",
  danger: "border-danger/30 bg-danger-soft text-danger-text",
  success: "border-success/30 bg-success-soft text-success-text",
};
