import { dirname } from 'node:path/posix';
import type { Arrow } from './import-graph.ts';

/** The next nodes of each node, each with the import that leads there. */
type Edges = Map<string, Map<string, string>>;
/** Nodes that reach each other, and the imports of the shortest cycle. */
export type Cycle = { nodes: string[]; imports: string[] };

/** The folders that are checked, each separately. */
const roots = ['domain', 'server', 'projections', 'web/src'];

export function findFileCycles(arrows: readonly Arrow[]): Cycle[] {
  return findCycles(arrows, (path) => path);
}

/** Cycles among the folders that contain files directly. */
export function findFolderCycles(arrows: readonly Arrow[]): Cycle[] {
  return roots.flatMap((root) => findCycles(arrowsInside(arrows, root), dirname));
}

/** Cycles among sibling folders, each with everything below it. */
export function findNeighbourCycles(arrows: readonly Arrow[]): Cycle[] {
  return roots.flatMap((root) => {
    const inside = arrowsInside(arrows, root);
    const parents = new Set(inside.flatMap(({ from }) => listAncestors(from)));
    return [...parents].flatMap((parent) => findCycles(inside, (path) => findChildFolder(parent, path)));
  });
}

function arrowsInside(arrows: readonly Arrow[], root: string): Arrow[] {
  return arrows.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`${root}/`)));
}

/** `a/b/c.ts` -> `a`, `a/b`. */
function listAncestors(path: string): string[] {
  const folders = dirname(path).split('/');
  return folders.map((_, index) => folders.slice(0, index + 1).join('/'));
}

/** The folder directly in `parent` that contains the file, at any depth; null where there is none. */
function findChildFolder(parent: string, path: string): string | null {
  if (!path.startsWith(`${parent}/`) || dirname(path) === parent) return null;
  return path.slice(0, path.indexOf('/', parent.length + 1));
}

function findCycles(arrows: readonly Arrow[], nodeOf: (path: string) => string | null): Cycle[] {
  const edges: Edges = new Map();
  const reversed: Edges = new Map();
  for (const { from, to } of arrows) {
    const [start, end] = [nodeOf(from), nodeOf(to)];
    if (start === null || end === null || start === end) continue;
    addEdge(edges, [start, end], `${from} -> ${to}`);
    addEdge(reversed, [end, start], `${from} -> ${to}`);
  }
  const cycles: Cycle[] = [];
  const grouped = new Set<string>();
  for (const node of edges.keys()) {
    if (grouped.has(node) || !reversed.has(node)) continue;
    const back = findReachable(reversed, node);
    const nodes = [...findReachable(edges, node)].filter((other) => back.has(other));
    for (const one of nodes) grouped.add(one);
    if (nodes.length > 0) cycles.push({ nodes: nodes.toSorted(), imports: findShortestWayAround(edges, node) });
  }
  return cycles;
}

function addEdge(edges: Edges, [start, end]: [string, string], text: string): void {
  const ends = edges.get(start) ?? new Map<string, string>();
  if (!ends.has(end)) ends.set(end, text);
  edges.set(start, ends);
}

/** The nodes reachable from `start`; `start` itself only where a path leads back to it. */
function findReachable(edges: Edges, start: string): Set<string> {
  const reachable = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of edges.get(node)?.keys() ?? []) {
      if (reachable.has(next)) continue;
      reachable.add(next);
      open.push(next);
    }
  }
  return reachable;
}

function findShortestWayAround(edges: Edges, start: string): string[] {
  const waysTo = new Map<string, string[]>([[start, []]]);
  // A Map iterates over entries that are added meanwhile, so this is a breadth-first search.
  for (const [node, way] of waysTo) {
    for (const [next, text] of edges.get(node) ?? []) {
      if (next === start) return [...way, text];
      if (!waysTo.has(next)) waysTo.set(next, [...way, text]);
    }
  }
  return [];
}
