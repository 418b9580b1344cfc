export type SortValue = string | number | boolean | null;
export type Sort<Column extends string = string> = { column: Column; direction: 'ascending' | 'descending' };

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true });

/** The first click on a column sorts ascending, the next one turns it round. */
export function nextSort<Column extends string>(sort: Sort<Column> | null, column: Column): Sort<Column> {
  const turned = sort?.column === column && sort.direction === 'ascending';
  return { column, direction: turned ? 'descending' : 'ascending' };
}

/** Orders by `valueOf`: text as people do, false before true, and null last whichever the direction. */
export function sorted<T>(items: readonly T[], valueOf: (item: T) => SortValue, direction: Sort['direction']): T[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return items
    .map((item) => ({ item, value: valueOf(item) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return sign * compare(a.value, b.value);
    })
    .map(({ item }) => item);
}

function compare(a: Exclude<SortValue, null>, b: Exclude<SortValue, null>): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}
