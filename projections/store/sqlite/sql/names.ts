const viewNamePattern = /^[a-z][\w#-]*$/i;
const generationNamePattern = /^[\w.#-]+$/;
const fieldNamePattern = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** One table holds one generation of one view; this is its quoted name for readers and writers. */
export function toTableName(view: string, generation: string): string {
  if (!viewNamePattern.test(view) || !generationNamePattern.test(generation)) {
    throw new Error(`'${view}@${generation}' is no name of a view`);
  }
  return `"${view}@${generation}"`;
}

/** The full-text index beside such a table. */
export function toWordTableName(table: string): string {
  return `${table.slice(0, -1)}/words"`;
}

/** The SQL expression of a field. */
export type FieldNaming = (field: string) => string;
/** A part of a statement, and the values of its parameters. */
export type SqlPart = { text: string; values: (string | number)[] };
/** What is queried: a table, how its fields are named, and a condition that all results meet. */
export type SqlSource = {
  table: string;
  nameOf: FieldNaming;
  condition?: SqlPart;
  /** The name of the index that is read as a whole. */
  scannedIndex?: string;
};

/** The SQL expression of a field; the same text in an index and in a query, so that SQLite uses the index. */
export function toFieldExpression(field: string): string {
  if (!fieldNamePattern.test(field)) throw new Error(`'${field}' is no name of a field`);
  return field === 'id' ? 'id' : `json_extract(doc, '$.${field}')`;
}
