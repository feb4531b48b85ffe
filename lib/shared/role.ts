/** The roles of operators. Each role may also do everything that the roles before it may do. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

/** Why a viewer cannot change the file. Shown at every control that is read-only for that reason. */
export const VIEWER_REASON =
  "Your role is viewer, so you can view everything but not change anything. Ask an owner for another role.";
