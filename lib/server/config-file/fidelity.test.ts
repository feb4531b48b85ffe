import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits, type Edit } from "@/lib/shared/json/edit";
import { type JsonNode, type JsonObject, nodeAt, sliceOf, valueOf } from "@/lib/shared/json/tree";
import { sameJson } from "@/lib/shared/json/value";
import { encode } from "./text";
import { Version } from "./version";

/*
 * Documents are generated as text, in layouts that people and programs produce. They contain everything that the
 * editor must preserve: spellings of numbers and escapes, odd white space, the order of keys, and line endings.
 */

interface Style {
  eol: "\n" | "\r\n";
  /** The text of one level of indentation. If null, everything is on one line. */
  indent: string | null;
  colon: string;
  comma: string;
  bom: boolean;
  end: string;
}

const style: fc.Arbitrary<Style> = fc.record({
  eol: fc.constantFrom("\n", "\r\n"),
  indent: fc.constantFrom(null, "", "\t", "  ", "    "),
  colon: fc.constantFrom(":", ": ", " : ", ":\t"),
  comma: fc.constantFrom(",", " ,"),
  bom: fc.boolean(),
  end: fc.constantFrom("", "\n", "\r\n", " \n\n"),
});

const key = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "general",
    "limits",
    "rate",
    "\\u0061b",
    "x-notes",
    "⚓",
    "𝄞",
    "a.b",
    "con\\nstructor",
    "",
  ),
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text).slice(1, -1)),
);
const scalar = fc.oneof(
  fc.constantFrom(
    "1.50",
    "98765432109876543210",
    "1e3",
    "-0",
    "0.10E+2",
    "9007199254740993",
    "true",
    "false",
    "null",
  ),
  fc.constantFrom('"\\u0041\\/"', '"⚓ 𝄞"', '"\\ud834\\udd1e"', '""', '"C:\\\\x"', '"\\u0000"'),
  fc.string().map((text) => JSON.stringify(text)),
  fc.integer().map(String),
);

/** A generated value without a layout: a scalar as JSON text, or a list or object of generated values. */
type Raw = string | { list: Raw[] } | { object: [string, Raw][] };
const raw: fc.Memo<Raw> = fc.memo((depth) =>
  depth <= 1
    ? scalar
    : fc.oneof(
        { weight: 3, arbitrary: scalar },
        fc.array(raw(depth - 1), { maxLength: 3 }).map((list) => ({ list })),
        object(depth - 1),
      ),
);
const object = (depth: number): fc.Arbitrary<{ object: [string, Raw][] }> =>
  fc
    .uniqueArray(fc.tuple(key, raw(depth)), {
      maxLength: 5,
      selector: ([name]) => JSON.parse(`"${name}"`) as string,
    })
    .map((entries) => ({ object: entries.filter(([name]) => JSON.parse(`"${name}"`) !== "__proto__") }));

function write(value: Raw, how: Style, level: number, tall: () => boolean): string {
  if (typeof value === "string") return value;
  const entries =
    "list" in value
      ? value.list.map((item) => write(item, how, level + 1, tall))
      : value.object.map(([name, item]) => `"${name}"${how.colon}${write(item, how, level + 1, tall)}`);
  const [open, close] = "list" in value ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  if (how.indent === null || !tall()) return `${open}${entries.join(`${how.comma} `)}${close}`;
  const gap = how.eol + how.indent.repeat(level + 1);
  return open + gap + entries.join(how.comma + gap) + how.eol + how.indent.repeat(level) + close;
}

interface Sample {
  bytes: Buffer;
  root: JsonObject;
  text: string;
  bom: boolean;
}
const sample: fc.Arbitrary<Sample> = fc
  .tuple(object(4), style, fc.infiniteStream(fc.boolean()))
  .map(([value, how, coin]) => {
    // In multi-line files, some objects and lists are on one line, as in handwritten files.
    const tall = () => coin.next().value || coin.next().value === true;
    const bytes = encode(write(value, how, 0, tall) + how.end, how.bom);
    const parsed = Version.parse(bytes);
    if (!parsed.usable) throw new Error(JSON.stringify(parsed.problems));
    return parsed;
  });

/** Returns the paths of all values, including objects. */
function pathsOf(node: JsonNode, at: string[] = []): string[][] {
  if (node.type !== "object") return [at];
  const inner = node.members.flatMap(({ key: name, value }) => pathsOf(value, [...at, name]));
  return at.length > 0 ? [at, ...inner] : inner;
}

const newValue = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }),
  fc.array(fc.record({ id: fc.constantFrom("p", "q", "r"), vip: fc.boolean() }), { maxLength: 3 }),
);

const edits = ({ root }: Sample): fc.Arbitrary<Edit[]> => {
  const there = pathsOf(root);
  const place = fc.oneof(
    ...(there.length > 0 ? [fc.constantFrom(...there)] : []),
    fc.array(fc.constantFrom("new", "general", "deep", "x.y"), { minLength: 1, maxLength: 3 }),
  );
  const edit = fc.record({ segments: place, value: fc.option(newValue, { nil: undefined, freq: 3 }) });
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((list) => independent(list, root));
};

/**
 * Removes each edit that overlaps an earlier edit, such as `a.b` after `a`. Also removes edits inside a value
 * that is not an object.
 */
function independent(list: Edit[], root: JsonObject): Edit[] {
  const inside = (a: Edit["segments"], b: Edit["segments"]) =>
    a.every((segment, index) => b[index] === segment);
  return list.filter(({ segments }, index) => {
    const parents = segments.slice(0, -1).map((_, length) => nodeAt(root, segments.slice(0, length + 1)));
    const free = parents.every((node) => !node || node.type === "object" || node.type === "null");
    return (
      free &&
      !list
        .slice(0, index)
        .some((other) => inside(other.segments, segments) || inside(segments, other.segments))
    );
  });
}

const scenario = sample.chain((document) => fc.tuple(fc.constant(document), edits(document)));

/** The paths of leaf values with their exact text. */
const leaves = (text: string, node: JsonNode, at: string[] = []): [string[], string][] =>
  node.type === "object" && node.members.length > 0
    ? node.members.flatMap(({ key: name, value }) => leaves(text, value, [...at, name]))
    : [[at, sliceOf(text, node)]];

/** Whether the value in the file matches the wanted value. Objects in the file may have additional members. */
function says(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item, at) => says(actual[at], item))
    );
  }
  if (typeof wanted !== "object" || wanted === null) return sameJson(actual, wanted);
  return Object.entries(wanted).every(([name, item]) =>
    says((actual as Record<string, unknown> | null)?.[name], item),
  );
}

test("edits change no value except those at the named keys", () => {
  fc.assert(
    fc.property(scenario, ([document, list]) => {
      const edited = applyEdits(document, list).text;
      const parsed = Version.parse(encode(edited, document.bom));
      if (!parsed.usable) throw new Error(`not usable any more: ${edited}`);
      const { text, root } = parsed;
      JSON.parse(text);
      for (const { segments, value } of list) {
        const node = nodeAt(root, segments);
        if (value === undefined) expect(node).toBeUndefined();
        else expect(says(node && valueOf(text, node), value), segments.join(".")).toBe(true);
      }
      const touched = (path: string[]) =>
        list.some(({ segments }) =>
          segments.every((segment, index) => index >= path.length || path[index] === segment),
        );
      const before = leaves(document.text, document.root).filter(([path]) => !touched(path));
      const after = leaves(text, root).filter(([path]) => !touched(path));
      expect(after).toEqual(before);
    }),
    { numRuns: 1_500 },
  );
});

test("setting each value to its current value changes nothing", () => {
  fc.assert(
    fc.property(sample, ({ bytes, text, root, bom }) => {
      const list = pathsOf(root).flatMap((segments) => {
        const node = nodeAt(root, segments)!;
        return node.type === "object" ? [] : [{ segments, value: valueOf(text, node) }];
      });
      expect(encode(applyEdits({ text, root }, list).text, bom).equals(bytes)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("adding a key and removing it again restores the original text", () => {
  fc.assert(
    fc.property(sample, newValue, ({ text, root }, value) => {
      fc.pre(root.members.length > 0);
      const added = applyEdits({ text, root }, [{ segments: ["brand new"], value }]).text;
      const parsed = Version.parse(encode(added, false));
      if (!parsed.usable) throw new Error("not usable any more");
      expect(sameJson(valueOf(added, nodeAt(parsed.root, ["brand new"])!), value)).toBe(true);
      expect(applyEdits(parsed, [{ segments: ["brand new"] }]).text).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test("removing elements of a list leaves the bytes of the other elements unchanged", () => {
  const spelled = fc.constantFrom(
    "1.50",
    "98765432109876543210",
    '"\\u0041"',
    '{ "id": "x",  "n": 1e3 }',
    "[ 1 ]",
    "true",
    '"b"',
  );
  const lists = fc.uniqueArray(spelled, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      lists,
      fc.constantFrom(", ", ",", ",\n   "),
      fc.infiniteStream(fc.boolean()),
      (items, comma, keep) => {
        const text = `{"l": [${items.join(comma)}]}`;
        const parsed = Version.parse(Buffer.from(text));
        if (!parsed.usable) throw new Error("not usable");
        const { root } = parsed;
        const node = nodeAt(root, ["l"]);
        if (node?.type !== "array") throw new Error("no list");
        const kept = node.items.filter(() => keep.next().value);
        const value = kept.map((item) => valueOf(text, item));
        const edited = applyEdits({ text, root }, [{ segments: ["l"], value }]).text;
        expect(edited).toBe(`{"l": [${kept.map((item) => sliceOf(text, item)).join(comma)}]}`);
      },
    ),
    { numRuns: 300 },
  );
});
