import { type JsonMember, type JsonNode, type JsonObject, nodeAt, sliceOf, type Span, valueOf } from "./tree";
import { isObject, type JsonValue, sameJson, showPath } from "./value";

/**
 * One change to the file. `segments` is a path in the file's spelling; a number is the index of an existing element. If
 * `value` is undefined, the key is removed.
 */
export interface Edit {
  readonly segments: readonly (string | number)[];
  readonly value?: JsonValue;
}

type Place = Edit["segments"];

export interface ReadText {
  readonly text: string;
  readonly root: JsonObject;
}

/**
 * The last check before a file is written. Ensures that everything outside the edits has the same bytes in the same
 * order, and that every edit was applied.
 * @throws Error with the path of the first difference. The cause is always a bug in the code that edits, never a
 * mistake of the operator
 */
export function verifyEdit(old: ReadText, now: ReadText, edits: readonly Edit[]): void {
  expect(old.text.slice(0, old.root.start) === now.text.slice(0, now.root.start), []);
  expect(old.text.slice(old.root.end) === now.text.slice(now.root.end), []);
  new Comparison(old.text, now.text).objects(old.root, now.root, edits, []);
  for (const { segments, value } of edits) {
    const node = nodeAt(now.root, segments);
    if (value === undefined) expect(node === undefined, segments);
    else expect(node !== undefined && covers(valueOf(now.text, node), value), segments);
  }
}

/** Compares parts of two texts. `edits` are the edits below a part, relative to it, and `at` is its path. */
class Comparison {
  constructor(
    private readonly old: string,
    private readonly now: string,
  ) {}

  objects(before: JsonObject, after: JsonObject, edits: readonly Edit[], at: Place): void {
    const afterByKey = new Map(after.members.map((member) => [member.key, member]));
    const kept = before.members.filter(({ key }) => afterByKey.has(key)).map(({ key }) => key);
    expect(
      sameJson(
        after.members.slice(0, kept.length).map(({ key }) => key),
        kept,
      ),
      at,
    );
    for (const member of before.members) {
      const { key } = member;
      this.members(member, afterByKey.get(key), below(edits, key), [...at, key]);
    }
    for (const { key, value } of after.members.slice(kept.length))
      expectOnlyEdits(value, below(edits, key), [...at, key]);
  }

  private members(
    before: JsonMember,
    after: JsonMember | undefined,
    edits: readonly Edit[],
    at: Place,
  ): void {
    const own = edits.find(({ segments }) => segments.length === 0);
    if (!after) return expect(own !== undefined && own.value === undefined, at);
    expect(this.isSame(keyOf(before), keyOf(after)), at);
    if (!own) this.values(before.value, after.value, edits, at);
  }

  private values(before: JsonNode, after: JsonNode, edits: readonly Edit[], at: Place): void {
    if (edits.length > 0 && after.type === "object" && before.type !== "object") {
      expect(before.type === "null" || this.isSame(before, after), at);
      return expectOnlyEdits(after, edits, at);
    }
    if (edits.length > 0 && before.type === "object" && after.type === "object")
      return this.objects(before, after, edits, at);
    if (edits.length > 0 && before.type === "array" && after.type === "array") {
      expect(before.items.length === after.items.length, at);
      for (const [index, item] of before.items.entries())
        this.values(item, after.items[index]!, below(edits, index), [...at, index]);
      return;
    }
    expect(this.isSame(before, after), at);
  }

  private isSame(before: Span, after: Span): boolean {
    return sliceOf(this.old, before) === sliceOf(this.now, after);
  }
}

const keyOf = ({ keyStart, keyEnd }: JsonMember): Span => ({ start: keyStart, end: keyEnd });

/** Checks that an added value contains only values that the edits set. */
function expectOnlyEdits(node: JsonNode, edits: readonly Edit[], at: Place): void {
  if (edits.some(({ segments, value }) => segments.length === 0 && value !== undefined)) return;
  expect(node.type === "object" && node.members.length > 0, at);
  if (node.type !== "object") return;
  for (const member of node.members)
    expectOnlyEdits(member.value, below(edits, member.key), [...at, member.key]);
}

const below = (edits: readonly Edit[], key: string | number): Edit[] =>
  edits
    .filter(({ segments }) => segments[0] === key)
    .map((edit) => ({ ...edit, segments: edit.segments.slice(1) }));

/**
 * Whether `actual` contains the wanted value. Objects may have further members, because edits of lists preserve them.
 */
function covers(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) &&
      actual.length === wanted.length &&
      wanted.every((item, index) => covers(actual[index], item))
    );
  }
  if (!isObject(wanted)) return sameJson(actual, wanted);
  return isObject(actual) && Object.keys(wanted).every((key) => covers(actual[key], wanted[key]));
}

function expect(holds: boolean, place: Place): void {
  if (holds) return;
  const where = showPath(place.map(String)) || "the root";
  throw new Error(`The edit would have changed more than requested, at ${where}.`);
}
