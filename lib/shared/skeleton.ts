/*
 * Letters that look like Latin letters or digits, after Unicode Technical Standard 39 ("confusables"). More letters are
 * equated than the standard does, such as Cyrillic т and t, because names are shown in many fonts.
 */

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
