/**
 * A header of every answer of the panel. A page can thus distinguish the panel's answers from those of a sign-in proxy or a
 * gateway in front of the panel.
 */
export const panelMark = "X-Instance-Admin";
