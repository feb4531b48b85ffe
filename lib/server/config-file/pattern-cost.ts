import "server-only";

type Chars = ReadonlySet<string>;

interface Group {
  alternatives: Piece[][];
  /** A look-ahead or look-behind is matched apart from what follows it. */
  isLook: boolean;
}

interface Piece {
  of: Chars | Group;
  least: number;
  most: number;
}

/** Characters that follow each other in a text: a repetition with `ends` possible ends, or required ones. */
interface Step {
  fits: Chars;
  ends: number;
  isRequired: boolean;
}

const token =
  /(?<close>\))|(?<or>\|)|(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?)|(?:(?<sign>[*+?])|\{(?<least>\d+)(?<comma>,?)(?<most>\d*)\})\??|(?<place>[\^$]|\\[bB])|(?<atom>\\(?:[upP]\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|\d+|.)|\[(?:\\.|[^\]\\])*\]|.)/gsu;

const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)),
  ...["\u00a0", "é", "ß", "я", "中", "😀"],
];
const MOST_STEPS = 200;

/**
 * Returns in how many ways a regular expression may try each character of a text before it fails. This depends only on the
 * expression, so no machine takes one that another refuses. The ways multiply for each repetition that can continue an
 * earlier one (`a*a*`), and for alternatives that begin alike. They are infinite for a repeated group with repetitions or
 * alternatives (`(a+)+`), because the time can double with each character.
 */
export function waysOf(source: string, longest: number): number {
  const samples = [...new Set([...SAMPLES, ...source])];
  const any: Chars = new Set(samples);

  function charsOf(atom: string): Chars {
    try {
      const pattern = new RegExp(`^${atom}$`, "u");
      const fits = samples.filter((one) => pattern.test(one));
      return fits.length > 0 ? new Set(fits) : any;
    } catch {
      return any; // A reference to a group.
    }
  }

  const paths: Step[][] = [];
  let choices = 1;

  function follow(pieces: readonly Piece[], path: Step[], isRequired: boolean): void {
    for (const piece of pieces) {
      const { of: part, least, most } = piece;
      const ends = Math.min(most, longest) - least + 1;
      if (!isGroup(part)) path.push({ fits: part, ends, isRequired: isRequired && least > 0 });
      else if (part.isLook) {
        const apart = [...path];
        for (const one of part.alternatives) follow(one, apart, false);
        paths.push(apart);
      } else {
        if (most > 1 && varies(part)) choices = Infinity;
        if (most > 1 || (ends > 1 && !varies(part))) path.push({ fits: any, ends, isRequired: false });
        else choices *= ends * alike(part.alternatives, any);
        const isOnly = isRequired && least > 0 && part.alternatives.length === 1;
        for (const one of part.alternatives) follow(one, path, isOnly);
      }
    }
  }

  for (const pieces of parsed(source, charsOf).alternatives) {
    const path: Step[] = [];
    paths.push(path);
    if (!source.startsWith("^")) path.push({ fits: any, ends: longest + 1, isRequired: false });
    follow(pieces, path, true);
  }
  return choices * Math.max(...paths.map((path) => waysAlong(path, longest)));
}

const isGroup = (part: Chars | Group): part is Group => "alternatives" in part;

const varies = ({ alternatives }: Group): boolean =>
  alternatives.length > 1 ||
  alternatives.some((pieces) =>
    pieces.some(({ of: part, least, most }) => least !== most || (isGroup(part) && varies(part))),
  );

function parsed(source: string, charsOf: (atom: string) => Chars): Group {
  const whole: Group = { alternatives: [[]], isLook: false };
  const open = [whole];
  for (const { 0: text, groups = {} } of source.matchAll(token)) {
    const group = open.at(-1) ?? whole;
    const pieces = group.alternatives.at(-1) ?? [];
    if (groups.close !== undefined) open.pop();
    else if (groups.or !== undefined) group.alternatives.push([]);
    else if (groups.open !== undefined) {
      const inner: Group = { alternatives: [[]], isLook: /^\(\?<?[=!]/.test(text) };
      pieces.push({ of: inner, least: 1, most: 1 });
      open.push(inner);
    } else if (groups.atom !== undefined) pieces.push({ of: charsOf(groups.atom), least: 1, most: 1 });
    else if (groups.place === undefined) Object.assign(pieces.at(-1) ?? {}, timesOf(groups));
  }
  return whole;
}

function timesOf({ sign, least, comma, most }: Record<string, string>): { least: number; most: number } {
  if (sign !== undefined) return { least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
  return { least: Number(least), most: comma ? Number(most || Infinity) : Number(least) };
}

/** The most alternatives that fit the same first character. */
function alike(alternatives: readonly Piece[][], any: Chars): number {
  const counts = new Map<string, number>();
  for (const [first] of alternatives)
    for (const one of first && first.least > 0 && !isGroup(first.of) ? first.of : any)
      counts.set(one, (counts.get(one) ?? 0) + 1);
  return Math.max(...counts.values());
}

function waysAlong(path: readonly Step[], longest: number): number {
  if (path.length > MOST_STEPS) return Infinity;
  let product = 1;
  /** In how many ways the ends of that many repetitions can lie in a text. */
  let places = 1;
  let count = 0;
  for (const [at, step] of path.entries()) {
    if (step.ends < 2 || !path.slice(0, at).some((one, from) => continues(path, from, at))) continue;
    count += 1;
    product *= step.ends;
    places *= (longest + count) / count;
  }
  return Math.min(product, places);
}

/** Whether a repetition can take the characters that an earlier one leaves, with those required in between. */
function continues(path: readonly Step[], from: number, to: number): boolean {
  const [earlier, later] = [path[from], path[to]];
  if (!earlier || !later || earlier.ends < 2) return false;
  const shared = [...earlier.fits].filter((one) => later.fits.has(one));
  return (
    shared.length > 0 &&
    path
      .slice(from + 1, to)
      .every(({ fits, isRequired }) => !isRequired || shared.some((one) => fits.has(one)))
  );
}
