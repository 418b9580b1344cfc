import lists from './lists.json' with { type: 'json' };

type Table<Sense extends string, Row> = Record<Sense, Row[]>;

/** `{maker}` in a phrase stands for any word of that list. */
const expandPhrase = (phrase: string): string =>
  Object.entries(lists).reduce((text, [name, words]) => text.replaceAll(`{${name}}`, `(?:${words})`), phrase);

/** The table with the words of lists.json in its phrases. */
export function expandLists<Sense extends string, Row extends { phrase: string }>(
  table: Table<Sense, Row>,
): Table<Sense, Row> {
  const entries = Object.entries<Row[]>(table).map(([sense, rows]) => [
    sense,
    rows.map((row) => ({ ...row, phrase: expandPhrase(row.phrase) })),
  ]);
  return Object.fromEntries(entries) as Table<Sense, Row>; // its keys are those of the table
}
