/** The roles of operators. Each role includes the rights of the roles before it. */
export const roles = ["viewer", "editor", "owner"] as const;
export type Role = (typeof roles)[number];

export const VIEWER_REASON =
  "Your role is viewer, so you can view everything but not change anything. Ask an owner for another role.";

interface Limited<Section> {
  role: Role;
  sections?: readonly Section[] | undefined;
}

export type Standing = Limited<{ id: string; title: string }>;

export const limitOf = <Section>({ role, sections }: Limited<Section>): readonly Section[] | undefined =>
  role === "editor" ? sections : undefined;

export const limitReason = (sections: NonNullable<Standing["sections"]>): string =>
  `You can only change settings in these sections: ${sections.map(({ title }) => title).join(", ")}.`;

export function actionRefusal(standing: Standing): string | null {
  const sections = limitOf(standing);
  if (sections !== undefined) return `${limitReason(sections)} Ask an owner to do this.`;
  return standing.role === "viewer" ? VIEWER_REASON : null;
}

/** Returns what an operator may do besides changing settings: an editor who is limited to sections only reads. */
export const unlimitedRole = (standing: Limited<unknown>): Role =>
  limitOf(standing) === undefined ? standing.role : "viewer";
