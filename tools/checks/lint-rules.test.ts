import { join, resolve } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const eslint = new ESLint({
  cwd: project,
  // The files of these tests do not exist, so rules that need type information cannot run.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
});

async function lintText(path: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath: join(project, path) });
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`));
}

describe('an inline spread of an object literal', () => {
  const message = 'List the fields on lines of their own, name the part, or split the function.';

  it.each([
    'domain/user/decider.ts',
    'server/app/main.ts',
    'server/app/main.test.ts',
    'web/src/features/users/page.tsx',
    'e2e/page.test.ts',
    'tools/checks/structure.ts',
    'vite.config.ts',
  ])('An inline spread of an object literal is refused in %s', async (path) => {
    const text = 'const part = { ...{ a: 1, b: 2 }, c: 3 };\nconst other = {\n  ...({ a: 1 }),\n};\n';
    expect(await lintText(path, text)).toEqual([`1: ${message}`, `3: ${message}`]);
  });

  it('An inline spread is refused among the attributes of a component', async () => {
    expect(await lintText('web/src/page.tsx', 'const page = <p {...{ id: "a" }} />;')).toEqual([`1: ${message}`]);
  });

  it('Spreads of names, of what depends on a condition, and of lists are allowed', async () => {
    const text = 'const all = { ...part, ...(isOn && { a: 1 }) };\ncall(...[1]);\n';
    expect(await lintText('server/app/main.ts', text)).toEqual([]);
  });
});

it.each(['server/app/main.ts', 'e2e/page.test.ts', 'tools/bench/bench.ts'])(
  'A default export is refused in %s',
  async (path) => {
    expect(await lintText(path, 'export default 1;')).toEqual(['1: Use named exports.']);
  },
);

it('Restrictions of browser tests still apply', async () => {
  const text = 'const wait = page.waitForEvent("download");\nvoid route.fetch();\n';
  expect(await lintText('e2e/page.test.ts', text)).toHaveLength(2);
});

describe('mechanisms that exist once', () => {
  const text = [
    "import { setTimeout as wait } from 'node:timers/promises';",
    'setTimeout(work, 1);',
    'const timer = globalThis.setInterval(work, 1);',
    'const thread = new Worker(file);',
    'while (!stopped.signal.aborted) await work();',
    "const file = new URL('../app/worker.ts', import.meta.url);",
  ].join('\n');

  it.each(['server/app/main.ts', 'projections/store/sqlite/bulk.ts', 'domain/user/decider.ts'])(
    'Timers, threads, endless loops and workers of other folders are refused in %s',
    async (path) => {
      expect((await lintText(path, text)).map((problem) => problem[0])).toEqual(['1', '2', '3', '4', '5', '6']);
    },
  );

  it('A worker of the same folder is allowed', async () => {
    expect(await lintText('server/app/main.ts', "const file = new URL('worker.ts', import.meta.url);")).toEqual([]);
  });

  it.each([
    'server/lib/delay.ts',
    'server/lib/scheduler.ts',
    'server/lib/threads/run-in-worker.ts',
    'server/app/main.test.ts',
  ])('Timers, threads, endless loops and workers of other folders are allowed in %s', async (path) => {
    expect(await lintText(path, text)).toEqual([]);
  });
});

describe('puts of documents', () => {
  const text = [
    'await documents.put(space, doc);',
    'await outbox.put([item]);',
    'await documents.putAll(space, [doc]);',
  ].join('\n');

  it('A put of a document is refused where it could undo what another process has written', async () => {
    const problems = await lintText('server/modules/sources/feeds/read-feed.ts', text);
    expect(problems.map((problem) => problem[0])).toEqual(['1', '3']);
    expect(problems[0]).toContain('Use updateDocument');
  });

  it('A put of a document is allowed in the files that are listed, and in tests', async () => {
    expect(await lintText('server/platform/http/session/session-store.ts', text)).toEqual([]);
    expect(await lintText('server/app/main.test.ts', text)).toEqual([]);
  });
});
