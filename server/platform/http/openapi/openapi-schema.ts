import * as z from 'zod';

/**
 * A contract as JSON Schema within the OpenAPI document. Answers may have more fields than it lists; a recursive schema
 * is left open, as a reference would lead to the root of the document.
 */
export function toJsonContent(schema: z.ZodType, io: 'input' | 'output') {
  const { $defs, ...written } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: allowMoreFields });
  delete written.$schema;
  return { 'application/json': { schema: $defs ? dropReferences(written) : written } };
}

function allowMoreFields({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function dropReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema, (_key, value: unknown) => (isReference(value) ? {} : value))) as object;
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
