/** A sequence of numbers that the seed determines (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const LONGEST = 4_000;

/** Changes a text at one to four places: removes, repeats, replaces, inserts a word, or takes a part of another text. */
export function mutated(
  text: string,
  other: string,
  words: readonly string[],
  below: (most: number) => number,
): string {
  let now = text;
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const at = below(now.length + 1);
    const end = Math.min(now.length, at + 1 + below(below(4) === 0 ? 200 : 8));
    const part = (from: string) => from.slice(below(from.length + 1)).slice(0, 1 + below(60));
    const word = words[below(words.length)] ?? "";
    const changes = [
      () => now.slice(0, at) + now.slice(end),
      () => now.slice(0, at) + word + now.slice(at),
      () => now.slice(0, at) + word + now.slice(end),
      () =>
        now.slice(0, end) + now.slice(at, end).repeat(1 + below(below(20) === 0 ? 300 : 3)) + now.slice(end),
      () => now.slice(0, at) + part(other) + now.slice(at),
      () => now.slice(0, at) + String.fromCharCode(below(below(3) === 0 ? 0x10000 : 128)) + now.slice(at + 1),
      () => now.replace(/\d+/, (digits) => String(Number(digits) * (below(2) === 0 ? -1 : 1e9) + below(3))),
    ];
    now = changes[below(changes.length)]?.() ?? now;
  }
  return now.slice(0, LONGEST);
}
