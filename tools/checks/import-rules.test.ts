import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { cruise, type ICruiseOptions, type IFlattenedRuleSet } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
// The configuration shape of dependency-cruiser.
const { forbidden, options } = createRequire(import.meta.url)(join(project, '.dependency-cruiser.cjs')) as {
  forbidden: NonNullable<IFlattenedRuleSet['forbidden']>;
  options: ICruiseOptions;
};

/** A rule, and an import that breaks it: from, to. */
const broken: [string, string, string][] = [
  ['domain-imports-from-below', 'domain/user/decider.ts', 'server/lib/delay.ts'],
  ['server-lib-imports-from-below', 'server/lib/retry.ts', 'projections/users.ts'],
  ['projections-imports-from-below', 'projections/listings.ts', 'server/platform/outbox/send.ts'],
  ['server-platform-imports-from-below', 'server/platform/outbox/run.ts', 'server/modules/users/index.ts'],
  ['server-modules-imports-from-below', 'server/modules/users/live.ts', 'server/realtime/broadcast.ts'],
  ['server-realtime-imports-from-below', 'server/realtime/log-tail.ts', 'server/app/main.ts'],
  ['server-app-imports-from-below', 'server/app/start.ts', 'server/cli/backup/main.ts'],
  ['server-cli-imports-from-below', 'server/cli/feed/main.ts', 'web/build.ts'],
  ['server-is-in-layers', 'server/app/composition.ts', 'server/handle.ts'],
  ['modules-through-their-index', 'server/modules/alerts/send.ts', 'server/modules/users/routes.ts'],
  ['features-through-their-index', 'web/src/features/alerts/page.ts', 'web/src/features/users/queries.ts'],
  ['server-contracts-know-only-contracts', 'server/realtime/realtime.contract.ts', 'domain/user/events.ts'],
  ['mongo-in-its-folder', 'projections/store/sqlite/file/file.ts', 'node_modules/mongodb/index.js'],
  ['eventstoredb-in-its-folder', 'server/platform/event-store/port.ts', 'node_modules/@eventstore/db-client/index.js'],
  ['adapters-are-chosen-in-storage', 'server/modules/intake/store.ts', 'projections/store/mongo/store.ts'],
  ['adapters-are-chosen-in-storage', 'server/app/workers.ts', 'projections/store/sqlite/store.ts'],
  ['web-sees-contracts-only', 'web/src/app.ts', 'domain/user/state.ts'],
  ['nobody-imports-tests', 'server/app/demo.ts', 'tools/bench/figures.ts'],
  ['nobody-imports-tests', 'projections/store/port.ts', 'projections/store/suite/store.suite.ts'],
];
const allowed: [string, string][] = [
  ['projections/store/sqlite/leases.ts', 'server/lib/clock.ts'],
  ['server/modules/privacy/erase.ts', 'server/modules/audit/index.ts'],
  ['server/modules/privacy/export.ts', 'server/modules/audit/audit.contract.ts'],
  ['server/modules/privacy/erase.test.ts', 'server/app/testing/start-test-server.ts'],
  ['server/cli/rebuild/main.ts', 'server/app/compose.ts'],
  ['web/src/features/review/page.ts', 'web/src/features/listings/index.ts'],
  ['web/src/socket.ts', 'server/realtime/socket.contract.ts'],
  ['projections/store/mongo/writer.ts', 'node_modules/mongodb/index.js'],
  ['server/platform/event-store/eventstoredb/client.ts', 'node_modules/@eventstore/db-client/index.js'],
];

function pointTo(to: string, from: string): string {
  const inPackage = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(to)?.[1];
  return inPackage ?? `${'../'.repeat(from.split('/').length - 1)}${to}`;
}

function writeTree(root: string, imports: readonly (readonly [string, string])[]): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [, to] of imports) write(to, 'export const value = 1;\n');
  for (const [from, to] of imports) write(from, `import { value } from '${pointTo(to, from)}';\nexport { value };\n`);
}

describe('the import rules', () => {
  let root: string;
  let violations: string[];

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'import-rules-'));
    writeTree(root, [...broken.map(([, from, to]) => [from, to] as const), ...allowed]);
    const folders = ['domain', 'projections', 'server', 'web'];
    const { output } = await cruise(folders, { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
    if (typeof output === 'string') throw new Error(output);
    violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(broken)('The import rule %s refuses that %s imports %s', (rule, from, to) => {
    expect(violations).toContain(`${rule}: ${from} -> ${to}`);
  });

  it.each(allowed)('The import rules allow that %s imports %s', (from, to) => {
    expect(violations.filter((violation) => violation.endsWith(`${from} -> ${to}`))).toEqual([]);
  });
});

it('The import check fails where there is no module to analyse', () => {
  const empty = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const folder of ['domain', 'projections', 'server', 'web']) mkdirSync(join(empty, folder));
  writeFileSync(join(empty, '.dependency-cruiser.cjs'), 'module.exports = { forbidden: [] };');
  const { status, stderr } = spawnSync(process.execPath, [join(project, 'tools/checks/import-rules.ts')], {
    cwd: empty,
    encoding: 'utf8',
    env: { ...process.env, PATH: [join(project, 'node_modules/.bin'), process.env['PATH']].join(delimiter) },
  });
  rmSync(empty, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain('no module of server/ was analysed');
});
