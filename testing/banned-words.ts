/*
 * Words and phrases that the product does not use, each with the replacement. These lists ensure one word per concept,
 * American spelling and ordinary phrases. `bannedWords` applies to texts of the interface. `bannedEverywhere` also
 * applies to comments, test titles, documents and commit subjects.
 */

export interface Banned {
  pattern: RegExp;
  instead: string;
}

const list = (instead: string, ...patterns: RegExp[]): Banned[] =>
  patterns.map((pattern) => ({ pattern, instead }));

const oneWordPerThing: readonly Banned[] = [
  ...list("modified", /\bdiffers? from (the|its) default\b/i),
  ...list("unsaved", /\bdirty\b/i, /\bdrafts?\b/i, /(?<!restart )\bpending\b/i),
  ...list("unused", /\b(do|does) not read (it|this|these)\b/i, /\bnot read by\b/i, /\bwithout effect\b/i),
  ...list("problem", /\bissues?\b(?! (a )?tokens?)/i, /\bfindings?\b/i, /\bcontradict\w*/i),
  ...list("unrecognized key", /\b(other|foreign) keys?\b/i),
  ...list("version", /\brevisions?\b/i),
  ...list("apply", /\bapplications? of (the|a) (file|version)\b/i, /\blast application\b/i),
  ...list("undo or restore", /\brevert(s|ed|ing)?\b/i),
  ...list("bot or application", /\bapps?\b/i),
  ...list("your instance", /\bexisting instance\b/i),
  ...list("sign in", /\blog(s|ged|ging)? (in|on|out|off)\b/i, /(?<![/.\w])logins?\b/i),
  ...list("username", /\buser names?\b/i),
  ...list("email", /\be-mails?\b/i),
];

const americanSpelling = list(
  "American spelling",
  /\b\w*(behaviour|colour|favour|honour|neighbour|labour|centre|licence|catalogue|artefact|whilst|learnt|spelt)/i,
  /\b(grey(ed|s)?|cancell(ed|ing)|labell(ed|ing)|modell(ed|ing)|travell(ed|ing))\b/i,
  /\b\w*(anonym|author|custom|general|initial|maxim|minim|neutral|normal|optim|organ|recogn|special|summar|synchron)is(e|es|ed|er|ers|ing|ation)\b/i,
);

const nobodySays = list(
  "what people say",
  /\b(this|that|it|which|what) is no (?!longer\b)[a-z]/i,
  /\b(stand|stands) (between|twice)\b/i,
  /\bbecome like it\b/i,
  /\btake what it sets\b/i,
  /\bis called that\b/i,
  /\bstretch of time\b/i,
  /\b(messages|registrations|requests) in all\b/i,
  /^sent through$/i,
  /\bTLS from the start\b/i,
  /\bbefore the first word\b/i,
  /\bwhoever has to\b/i,
  /\bpresent password\b/i,
  /\bwithout a visit\b/i,
  /\ball the same\b/i,
  /\bof the \w+'s own\b/i,
  /\bran into a defect\b/i,
  /\bNot set in the file\b/i,
  /\bbuilt into the instance\b/i,
  /\bgoes? on by itself\b/i,
  /\bdo(es)? not do its work\b/i,
  /\bfind their way\b/i,
  /\bstands? in (between|the way)\b/i,
  /\bhung up\b/i,
  /\blistens there\b/i,
  /\bput in or taken out\b/i,
  /\bplease\b/i,
  /\w!(\s|$)/,
);

/** Figures of speech, and the technical terms to use instead. */
const termsOfTheField: readonly Banned[] = [
  ...list("fix", /\bmend(s|ed|ing)?\b/i),
  ...list("report, notify, return or distinguish", /\b(tell|tells|told|telling)\b/i),
  ...list("receive or listen", /\bhear(s|d)?\b/i),
  ...list("next to, in addition to, or connected", /\bbeside\b/i),
  ...list("timeout", /\bpatience\b/i),
  ...list("a person who, any caller, or regardless of", /\bwhoever\b/i),
  ...list("again", /\banew\b/i),
  ...list("restore, or roll back", /\bput(s|ting)? back\b/i),
  ...list("undo, or revoke", /\b(take|takes|taken|took)( \w+){0,3} back\b/i),
  ...list("automatically, or nothing", /\bby themselves\b/i, /\b(ends|begins|starts|goes on) by itself\b/i),
  ...list("different from", /\botherwise than\b/i),
  ...list("available", /\bat hand\b/i),
  ...list("There is no replacement", /\btakes? (its|their) place\b/i),
  ...list("Could not determine", /\bcould not be found out\b/i),
  ...list("healthy", /\b(was|were|is|are) not well\b/i),
];

/** Refused everywhere: in texts, comments, test titles, documents and commit subjects. */
export const bannedEverywhere: readonly Banned[] = [...termsOfTheField, ...americanSpelling];

/** Refused in texts of the interface. "Hear" is allowed there, because people hear each other in voice channels. */
export const bannedWords: readonly Banned[] = [
  ...oneWordPerThing,
  ...bannedEverywhere.filter(({ instead }) => instead !== "receive or listen"),
  ...nobodySays,
];
