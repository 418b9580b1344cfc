const viewName = /^[a-z][\w-]*$/i;
const generationName = /^[\w.#-]+$/;
const fieldName = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;

/** One table holds one generation of one view; readers and writers name it as this does, quoted. */
export function tableOf(view: string, generation: string): string {
  if (!viewName.test(view) || !generationName.test(generation)) {
    throw new Error(`'${view}@${generation}' is no name of a view`);
  }
  return `"${view}@${generation}"`;
}

/** How a statement says a field. */
export type Naming = (field: string) => string;

/** What a field is called in a statement; the same text in an index and in a query, so that the one serves the other. */
export function expressionOf(field: string): string {
  if (!fieldName.test(field)) throw new Error(`'${field}' is no name of a field`);
  return field === 'id' ? 'id' : `json_extract(doc, '$.${field}')`;
}
