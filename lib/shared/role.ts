/** The roles of operators. Each role includes the rights of the roles before it. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

/** Explains to a viewer why a control is read-only. */
export const VIEWER_REASON =
  "Your role is viewer, so you can view everything but not change anything. Ask an owner for another role.";
