import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A schema as JSON Schema within the OpenAPI document. Answers may have more fields than it lists; a recursive schema
 * is left open, as a reference would lead to the root of the document.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $defs, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: allowMoreFields });
  delete jsonSchema.$schema;
  return $defs ? dropReferences(jsonSchema) : jsonSchema;
}

function allowMoreFields({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

function dropReferences(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (_key, value: unknown) => (isReference(value) ? {} : value));
  return JSON.parse(text) as JsonSchema; // a schema without its references is one
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
