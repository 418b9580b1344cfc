/**
 * Values by the beginnings of texts, as a trie in breadth-first order: the children of node n are those from
 * `children[n]` to `children[n + 1]`, `codes` has the character code of each node, `values` those of all its beginnings.
 */
export type PrefixTrie<T> = { children: Int32Array; codes: Uint8Array; values: T[][] };
type Row<T> = { prefix: string; value: T };

/** Each digit as 0, as in the prefixes; normalized texts are Latin-1. */
const fold = (code: number) => (code > 0x2f && code < 0x3a ? 0x30 : code & 0xff);

/** The values of a node are in the order of the rows. */
export function createPrefixTrie<T>(allRows: Row<T>[]): PrefixTrie<T> {
  const order = new Map(allRows.map(({ value }, index) => [value, index]));
  const inOrder = (one: T, other: T) => (order.get(one) ?? 0) - (order.get(other) ?? 0);
  const nodes = [{ character: '', depth: 0, rows: allRows, inherited: [] as T[] }];
  const children: number[] = [];
  const values: T[][] = [];
  for (const { depth, rows, inherited } of nodes) {
    const own = rows.filter(({ prefix }) => prefix.length === depth).map(({ value }) => value);
    const nodeValues = own.length === 0 ? inherited : [...new Set([...inherited, ...own])].sort(inOrder);
    values.push(nodeValues);
    children.push(nodes.length);
    const longer = rows.filter(({ prefix }) => prefix.length > depth);
    for (const [character, rowsOfIt] of Map.groupBy(longer, ({ prefix }) => prefix.charAt(depth)))
      nodes.push({ character, depth: depth + 1, rows: rowsOfIt, inherited: nodeValues });
  }
  children.push(nodes.length);
  const codes = Uint8Array.from(nodes, ({ character }) => character.charCodeAt(0));
  return { children: Int32Array.from(children), codes, values };
}

/** The values of all beginnings of a text from a position on. */
export function findByPrefix<T>({ children, codes, values }: PrefixTrie<T>, text: string, from: number): T[] {
  let node = 0;
  for (let at = from; at < text.length; at++) {
    const code = fold(text.charCodeAt(at));
    const end = children[node + 1] ?? 0;
    let child = children[node] ?? end;
    while (child < end && codes[child] !== code) child++;
    if (child === end) break;
    node = child;
  }
  return values[node] ?? [];
}
