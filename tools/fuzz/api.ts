type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type Answer = { content?: Record<string, unknown> };
type OpenApi = { paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>> };

/** An operation of openapi.json. */
export type Operation = {
  method: string;
  path: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
};
export type { Schema };

export async function loadOperations(url: string): Promise<Operation[]> {
  const api = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi; // as the product describes itself
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

/** What is wrong with an answer by the description of its operation; null where it is as described. */
export function findBreach({ responses }: Operation, answer: Response): string | null {
  if (answer.status >= 500) return 'fails';
  const described = responses[String(answer.status)];
  if (!described) return 'has a status that is not described';
  const type = answer.headers.get('content-type')?.split(';')[0];
  const types = Object.keys(described.content ?? {});
  if (type === undefined ? types.length === 0 : types.includes(type)) return null;
  return `has the type ${type ?? 'none'} instead of ${types.join(' or ') || 'none'}`;
}
