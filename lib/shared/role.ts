/** The roles of operators. Each role includes the rights of the roles before it. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

export const VIEWER_REASON =
  "Your role is viewer, so you can view everything but not change anything. Ask an owner for another role.";

/** An operator's role, and the ids of the sections to which an editor is limited. */
export interface Standing {
  role: Role;
  sections?: readonly string[] | undefined;
}

export const limitOf = ({ role, sections }: Standing): readonly string[] | undefined =>
  role === "editor" ? sections : undefined;

export const limitReason = (sections: readonly string[]): string =>
  `You can only change settings in these sections: ${sections.join(", ")}.`;

export function actionRefusal(standing: Standing): string | null {
  const sections = limitOf(standing);
  if (sections !== undefined) return `${limitReason(sections)} Ask an owner to do this.`;
  return standing.role === "viewer" ? VIEWER_REASON : null;
}

/** Returns what an operator may do besides changing settings: an editor who is limited to sections only reads. */
export const unlimitedRole = (standing: Standing): Role =>
  limitOf(standing) === undefined ? standing.role : "viewer";
