import { dirname } from 'node:path/posix';

/** An import of one product file by another: their paths. */
export type Arrow = { from: string; to: string };
type FolderOf = (path: string) => string | null;

/** The folders that are checked, each separately. */
const roots = ['domain', 'server', 'projections', 'web/src'];

/**
 * A sentence for each group of folders with a cycle: among those that contain files directly, and among sibling folders,
 * each with everything below it. dependency-cruiser's rules for folders see neither a folder and one inside of it that
 * import each other, nor siblings whose cycle only files deep inside of them cause.
 */
export function findFolderCycles(arrows: readonly Arrow[]): string[] {
  return roots.flatMap((root) => {
    const inside = arrows.filter(({ from, to }) => [from, to].every((path) => path.startsWith(`${root}/`)));
    const parents = new Set(inside.flatMap(({ from }) => listAncestors(from)));
    const groupings: FolderOf[] = [dirname, ...[...parents].map((parent) => toChildOf(parent))];
    return groupings.flatMap((folderOf) => describeCycles(inside, folderOf));
  });
}

/** `a/b/c.ts` -> `a`, `a/b`. */
function listAncestors(path: string): string[] {
  const folders = dirname(path).split('/');
  return folders.map((_, index) => folders.slice(0, index + 1).join('/'));
}

/** Gives the folder directly in `parent` that contains a file, at any depth; null where there is none. */
function toChildOf(parent: string): FolderOf {
  const start = `${parent}/`;
  return (path) => {
    const end = path.indexOf('/', start.length);
    return path.startsWith(start) && end > 0 ? path.slice(0, end) : null;
  };
}

function describeCycles(arrows: readonly Arrow[], folderOf: FolderOf): string[] {
  let edges = arrows
    .map((arrow) => ({ arrow, start: folderOf(arrow.from), end: folderOf(arrow.to) }))
    .filter(({ start, end }) => start !== null && end !== null && start !== end);
  let count: number;
  // An edge is in no cycle where nothing leads to its start, or nothing on from its end.
  do {
    count = edges.length;
    const starts = new Set(edges.map(({ start }) => start));
    const ends = new Set(edges.map(({ end }) => end));
    edges = edges.filter(({ start, end }) => ends.has(start) && starts.has(end));
  } while (edges.length < count);
  if (edges.length === 0) return [];
  const folders = [...new Set(edges.map(({ start }) => start))].toSorted();
  const imports = edges.map(({ arrow: { from, to } }) => `${from} -> ${to}`);
  return [`folders import each other in a circle: ${folders.join(', ')} (${imports.join('; ')})`];
}
