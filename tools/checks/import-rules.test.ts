import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

const project = resolve(import.meta.dirname, '../..');
// The configuration shape of dependency-cruiser.
const { forbidden, options } = createRequire(import.meta.url)(join(project, '.dependency-cruiser.cjs')) as {
  forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  options: ICruiseOptions;
};

/** A rule, and an import that breaks it: from, to. */
const broken: [string, string, string][] = [
  ['no-cycles', 'domain/a.ts', 'domain/b.ts'],
  ['domain-imports-from-below', 'domain/user/decider.ts', 'server/lib/delay.ts'],
  ['server-lib-imports-from-below', 'server/lib/retry.ts', 'projections/users.ts'],
  ['projections-imports-from-below', 'projections/listings.ts', 'server/platform/outbox/send.ts'],
  ['server-platform-imports-from-below', 'server/platform/outbox/run.ts', 'server/modules/users/index.ts'],
  ['server-modules-imports-from-below', 'server/modules/users/live.ts', 'server/realtime/broadcast.ts'],
  ['server-realtime-imports-from-below', 'server/realtime/log-tail.ts', 'server/app/main.ts'],
  ['server-app-imports-from-below', 'server/app/start.ts', 'server/cli/backup/main.ts'],
  ['server-cli-imports-from-below', 'server/cli/feed/main.ts', 'web/build.ts'],
  ['layers-import-layers', 'server/app/composition.ts', 'server/handle.ts'],
  ['server-is-in-layers', 'server/handle.ts', 'server/handle.ts'],
  ['modules-through-their-index', 'server/modules/alerts/send.ts', 'server/modules/users/routes.ts'],
  ['features-through-their-index', 'web/src/features/alerts/page.ts', 'web/src/features/users/queries.ts'],
  ['contracts-know-only-contracts', 'server/realtime/realtime.contract.ts', 'domain/user/events.ts'],
  ['contracts-know-only-contracts', 'domain/user/contract.ts', 'domain/user/commands.ts'],
  ['domain-is-pure', 'domain/user/state.ts', 'server/lib/clock.ts'],
  ['domain-is-pure', 'domain/user/names.ts', 'node_modules/zod/index.js'],
  ['projections-see-domain-alone', 'projections/store/sqlite/open.ts', 'server/platform/config/config.ts'],
  ['views-are-pure', 'projections/visits.ts', 'server/lib/numbers.ts'],
  ['mongo-in-its-folder', 'projections/store/sqlite/file/file.ts', 'node_modules/mongodb/index.js'],
  ['eventstoredb-in-its-folder', 'server/platform/event-store/port.ts', 'node_modules/@eventstore/db-client/index.js'],
  ['buses-are-loaded-when-used', 'server/platform/bus/open-bus.ts', 'node_modules/@socket.io/mongo-adapter/index.js'],
  ['adapters-are-chosen-in-storage', 'server/modules/intake/store.ts', 'projections/store/mongo/store.ts'],
  ['adapters-are-chosen-in-storage', 'server/app/workers.ts', 'projections/store/sqlite/store.ts'],
  ['web-sees-contracts-only', 'web/src/app.ts', 'domain/user/state.ts'],
  ['only-the-web-imports-the-web', 'server/app/pages.ts', 'web/preloads.ts'],
  ['only-the-web-imports-the-web', 'tools/bench/page.ts', 'web/preloads.ts'],
  ['nobody-imports-tests', 'server/app/demo.ts', 'tools/bench/figures.ts'],
  ['nobody-imports-tests', 'projections/store/port.ts', 'projections/store/suite/store.suite.ts'],
];
/** dependency-cruiser names a cycle once. */
const back: [string, string][] = [['domain/b.ts', 'domain/a.ts']];
const allowed: [string, string][] = [
  ['domain/user/mail.contract.ts', 'node_modules/zod/index.js'],
  ['domain/user/mail.contract.ts', 'domain/user/contract.ts'],
  ['domain/user/words.ts', 'domain/user/words.json'],
  ['projections/store/sqlite/leases.ts', 'server/lib/clock.ts'],
  ['server/modules/privacy/erase.ts', 'server/modules/audit/index.ts'],
  ['server/modules/privacy/export.ts', 'server/modules/audit/audit.contract.ts'],
  ['server/modules/privacy/erase.test.ts', 'server/app/testing/start-test-server.ts'],
  ['server/cli/rebuild/main.ts', 'server/app/compose.ts'],
  ['web/src/features/review/page.ts', 'web/src/features/listings/index.ts'],
  ['web/src/socket.ts', 'server/realtime/socket.contract.ts'],
  ['projections/store/mongo/writer.ts', 'node_modules/mongodb/index.js'],
  ['server/platform/bus/redis-transport.ts', 'node_modules/redis/index.js'],
  ['server/platform/event-store/eventstoredb/client.ts', 'node_modules/@eventstore/db-client/index.js'],
];

function pointTo(to: string, from: string): string {
  const inPackage = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1];
  return inPackage ?? `${'../'.repeat(from.split('/').length - 1)}${to}`;
}

/** The other ways to import a file, each in a file of `server/lib` that imports the server's start. */
const waysToImport = {
  'an-alias': "export { value } from '#server/app/main.ts';",
  'an-import-of-types': "import type { Value } from '../app/main.ts';\nexport type Own = Value;",
  'an-inline-type': "import { type Value } from '../app/main.ts';\nexport type Own = Value;",
  'a-re-export': "export * from '../app/main.ts';",
  'a-dynamic-import': "export const load = () => import('../app/main.ts');",
  'a-type-by-import': "export type Own = import('../app/main.ts').Value;",
};

/** Writes files that import others, those others, and the aliases of package.json. */
function writeTree(root: string, imports: readonly (readonly [string, string])[]): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [, to] of imports) write(to, 'export const value = 1;\n');
  const byFile = Map.groupBy(
    imports.filter(([from, to]) => from !== to),
    ([from]) => from,
  );
  for (const [from, own] of byFile)
    write(from, own.map(([, to]) => `export * from '${pointTo(to, from)}';\n`).join(''));
  for (const [name, text] of Object.entries(waysToImport)) write(`server/lib/${name}.ts`, text);
  write('package.json', JSON.stringify({ imports: { '#server/*': './server/*' } }));
}

describe('the import rules', () => {
  let root: string;
  let violations: string[];

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'import-rules-'));
    writeTree(root, [...broken.map(([, from, to]) => [from, to] as const), ...back, ...allowed]);
    mkdirSync(join(root, 'e2e'));
    const folders = ['domain', 'projections', 'server', 'web', 'e2e', 'tools'];
    const { output } = await cruise(folders, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
    if (typeof output === 'string') throw new Error(output);
    violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(broken)('The import rule %s refuses that %s imports %s', (rule, from, to) => {
    expect(violations).toContain(`${rule}: ${from} -> ${to}`);
  });

  it.each(Object.keys(waysToImport))('An import from below is refused where it is %s', (name) => {
    expect(violations).toContain(`server-lib-imports-from-below: server/lib/${name}.ts -> server/app/main.ts`);
  });

  it('Every import rule has an import that breaks it', () => {
    expect(new Set(broken.map(([name]) => name))).toEqual(new Set(forbidden.map(({ name }) => name)));
  });

  it.each(allowed)('The import rules allow that %s imports %s', (from, to) => {
    expect(violations.filter((violation) => violation.endsWith(`${from} -> ${to}`))).toEqual([]);
  });
});

describe('the import check', () => {
  function checkTree(files: Record<string, string>): { status: number | null; stderr: string } {
    const root = createTestFolder();
    for (const folder of ['domain', 'projections', 'server', 'web', 'e2e', 'tools']) mkdirSync(join(root, folder));
    copyFileSync(join(project, '.dependency-cruiser.cjs'), join(root, '.dependency-cruiser.cjs'));
    writeFileSync(join(root, 'tsconfig.json'), '{}');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return spawnSync(process.execPath, [join(project, 'tools/checks/import-rules.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: [join(project, 'node_modules/.bin'), process.env['PATH']].join(delimiter) },
    });
  }

  it('The import check fails where a layer has no module to analyze', () => {
    const { status, stderr } = checkTree({ 'domain/user/state.ts': 'export const value = 1;' });
    expect(status).toBe(1);
    expect(stderr).toContain('no import was found');
    expect(stderr).toContain('no module was analyzed that the rule server-lib-imports-from-below is about');
    expect(stderr).not.toContain('the rule domain-imports-from-below');
  });

  it('The import check names what breaks a rule, and the folders that import each other', () => {
    const { status, stderr } = checkTree({
      'server/lib/start.ts': "export * from '../app/main.ts';",
      'server/app/main.ts': "export * from '../lib/clock.ts';",
      'server/lib/clock.ts': 'export const value = 1;',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('server-lib-imports-from-below: server/lib/start.ts -> server/app/main.ts');
    expect(stderr).toContain('folders import each other in a circle: server/app, server/lib');
  });
});
