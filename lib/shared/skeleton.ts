/* Letters that look like Latin letters or digits, after Unicode Technical Standard 39 ("confusables"). */

const pairs = (from: string, to: string): [string, string][] => {
  const targets = [...to];
  return [...from].map((letter, at) => [letter, targets[at] ?? letter]);
};

const LOOK_ALIKES = new Map<string, string>([
  // Latin letters, and digits.
  ...pairs("ıɩɪȷɑɡʏ0", "iiijagyo"),
  ...pairs("ᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢ", "abcdefghjklmnoprstuvwz"),
  ...pairs("Il1|", "llll"),
  // Cyrillic.
  ...pairs("АВСԀЕНІЈКӀМОРԚЅТУХԜѴЗ", "ABCDEHlJKlMOPQSTYXWV3"),
  ...pairs("авсԁенһіјкӏморԛгѕтухԝѵзпьшѡ", "abcdehhijklmopqrstyxwv3nbww"),
  // Greek.
  ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHlKMNOPTYXC"),
  ...pairs("αβγεηικμνοπρσςτυχωϲϳ", "abyenikuvonpoctuxwcj"),
  // Armenian.
  ...pairs("ՍՏԼՕՀ", "USLOh"),
  ...pairs("օոսհցզյլքաւռ", "onuhgqjlpwln"),
  // Cherokee.
  ...pairs("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏚᏟᏢᏦᏙᏎᏞᏴ", "DRTiAJEWMHYGZbSCPKV4LB"),
  // Coptic.
  ...pairs("ⲀⲂⲈⲌⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ", "ABEZHlKMNOPCTYX"),
  ...pairs("ⲁⲃⲉⲍⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "abezhikmnopctyx"),
  // Lisu.
  ...pairs("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAElOU"),
]);

/** Returns the same text for names that look the same. Never show the result. */
export const skeletonOf = (name: string): string =>
  [...name.normalize("NFKC").trim()]
    .map((letter) => LOOK_ALIKES.get(letter) ?? letter)
    .join("")
    .toLowerCase()
    .replaceAll("m", "rn");

/** Names that people trust. An operator may have one of these names, but not a name that only looks like one. */
const TRUSTED = "admin administrator moderator operator owner root security support superuser sysadmin".split(
  " ",
);

const withoutMarks = (name: string) => name.normalize("NFKD").replace(/\p{M}/gu, "");

const TRUSTED_SKELETONS = new Set(TRUSTED.flatMap((name) => [name, name.toUpperCase()]).map(skeletonOf));

/** Whether the name looks like a name that people trust without being it, such as `admın`. */
export const isImitation = (name: string): boolean =>
  !TRUSTED.includes(name.trim().toLowerCase()) && TRUSTED_SKELETONS.has(skeletonOf(withoutMarks(name)));
