/** A text if it is an http or https address, else null: others, such as `javascript:`, must not become links. */
export const webAddress = (text: string | null | undefined): string | null =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
