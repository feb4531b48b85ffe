/** What operators may do. Each may do what the roles before it may do. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

/** Why a viewer cannot change the file, for every control that is read-only because of it. */
export const VIEWER_REASON =
  "Your role is viewer, so you can view everything but not change anything. Ask an owner for another role.";
