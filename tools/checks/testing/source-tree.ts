import { buildImportGraph } from '../import-graph.ts';

/** Texts of files by path. */
export type Tree = Record<string, string>;

export const aliases = { '#domain/*': './domain/*', '#server/*': './server/*' };
export const buildGraph = (tree: Tree) => buildImportGraph(new Map(Object.entries(tree)), aliases);
export const importing = (specifier: string) => `import { value } from '${specifier}';`;
export const value = 'export const value = 1;';

/** One file per layer, each with an allowed import. */
export const cleanTree: Tree = {
  'domain/event-catalog/streams.ts': 'export type StreamEvents = { user: number };',
  'domain/user/contract.ts': "import * as z from 'zod';\nexport const value = z.string();",
  'domain/user/decider.ts': importing('./contract.ts'),
  'server/lib/delay.ts': value,
  'projections/users.ts': importing('#domain/user/contract.ts'),
  'projections/store/mongo/writer.ts': importing('mongodb'),
  'server/platform/outbox/send.ts': importing('../../lib/delay.ts'),
  'server/modules/users/index.ts': "export { value } from './routes.ts';",
  'server/modules/users/accounts/routes.ts': importing('#domain/user/contract.ts'),
  'server/modules/alerts/send.ts': importing('../users/index.ts'),
  'server/realtime/broadcast.ts': importing('#server/lib/delay.ts'),
  'server/app/main.ts': importing('../modules/users/routes.ts'),
  'server/cli/backup/main.ts': importing('../../app/main.ts'),
  'web/src/features/users/page.tsx': importing('#domain/user/contract.ts'),
  'server/lib/delay.test.ts': importing('../app/main.ts'),
};
