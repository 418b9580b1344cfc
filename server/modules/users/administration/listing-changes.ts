import type { SavedListing } from '#domain/user/contract.ts';

/** Describes the changes of saved listings: "'Barn' was added, 'Mill' was changed and 'Hut' was removed". */
export function describeListingChanges(before: SavedListing[], after: SavedListing[]): string {
  const gone = subtractRows(before, after);
  const come = subtractRows(after, before);
  const changed = come.filter((row) => gone.some((old) => isSameOffer(row, old)));
  const added = come.filter((row) => !changed.includes(row));
  const removed = gone.filter((row) => !changed.some((now) => isSameOffer(now, row)));
  const phrases = [
    describeRows(added, 'added'),
    describeRows(changed, 'changed'),
    describeRows(removed, 'removed'),
  ].flat();
  if (phrases.length === 0) return 'their order was changed';
  return [phrases.slice(0, -1).join(', '), phrases.at(-1)].filter((part) => part !== '').join(' and ');
}

/** The rows of `some` that are not in `others`; each row of `others` cancels one. */
function subtractRows(some: SavedListing[], others: SavedListing[]): SavedListing[] {
  const left = others.map(toRowKey);
  return some.filter((row) => {
    const at = left.indexOf(toRowKey(row));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function toRowKey({ title, price, details, link, imageUrl, timestamp }: SavedListing): string {
  return JSON.stringify([title, price, details, link, imageUrl, timestamp]);
}

function isSameOffer(some: SavedListing, other: SavedListing): boolean {
  return some.link === '' ? some.title === other.title : some.link === other.link;
}

function describeRows(rows: SavedListing[], what: string): string[] {
  return rows.map(({ title, link }) => `'${title === '' ? link : title}' was ${what}`);
}
