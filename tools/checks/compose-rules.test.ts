import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findComposeProblems, findSchemaProblems } from './compose-rules.ts';

const sound = `
services:
  app:
    build: .
    environment: { PORT: 3000, SESSION_SECRET: "\${SESSION_SECRET:?Run npm run secrets}" }
    depends_on: { store: { condition: service_healthy } }
    ports: ['1:1']
    healthcheck: { test: [CMD, 'true'] }
  store:
    image: some/store:\${STORE_TAG:-24.10.1}
    environment: { THEIRS: 1 }
    healthcheck: { test: [CMD, 'true'] }
`;
const variables = ['PORT', 'SESSION_SECRET', 'MONGODB_URL'];
const changed = (from: string, to: string) => findComposeProblems([sound.replace(from, to)], variables);

describe('the rules of compose files', () => {
  it('The rules of compose files find no problem in a valid one', () => {
    expect(findComposeProblems([sound], variables)).toEqual([]);
  });

  it.each([
    [':${STORE_TAG:-24.10.1}', ':latest', 'image some/store:latest is not pinned to a version'],
    [':${STORE_TAG:-24.10.1}', '', 'image some/store is not pinned to a version'],
    [':${STORE_TAG:-24.10.1}', ':${STORE_TAG}', 'is not pinned to a version'],
    ["healthcheck: { test: [CMD, 'true'] }", '', 'service app: has no healthcheck'],
    ["{ test: [CMD, 'true'] }", '{ disable: true }', 'service app: has no healthcheck'],
    ['"${SESSION_SECRET:?Run npm run secrets}"', 'sesame', 'SESSION_SECRET has a secret written into the file'],
    ['"${SESSION_SECRET:?Run npm run secrets}"', '"${SESSION_SECRET:-sesame}"', 'SESSION_SECRET has a secret'],
    ['PORT: 3000', 'MONGODB_URL: "mongodb://ann:sesame@store/x"', 'MONGODB_URL has a secret'],
    ['PORT: 3000', 'PROT: 3000', 'service app: PROT is no variable of the product'],
    ['store: { condition: service_healthy }', 'store: { condition: service_started }', 'does not wait until store'],
    ['{ store: { condition: service_healthy } }', '[store]', 'depends_on says no conditions'],
    ['{ store: {', '{ shop: {', 'depends on shop, which is no service'],
  ])('The rules of compose files report when %s becomes %s', (from, to, problem) => {
    expect(changed(from, to).join('\n')).toContain(problem);
  });

  it('The rules of compose files check a file merged on top of another as one file', () => {
    const more = `
services:
  app: { ports: !reset [], environment: { PORT: 1 } }
  second: { extends: { file: below.yml, service: app }, environment: { NONE: 1 } }
`;
    expect(findComposeProblems([sound, more], variables)).toEqual([
      'service second: NONE is no variable of the product',
    ]);
  });

  it('The rules of compose files do not accept a file without services', () => {
    expect(findComposeProblems(['name: none'], variables)).toEqual(['no service was analysed']);
  });
});

describe("the compose specification's schema", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'compose-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const problemsOf = (text: string) => {
    const file = join(folder, 'docker-compose.yml');
    writeFileSync(file, text);
    return findSchemaProblems(file);
  };

  it("The compose specification's schema accepts a valid file", () => {
    expect(problemsOf(`name: x\n${sound}`)).toEqual([]);
  });

  it.each([
    ['a key that there is not', sound.replace('ports:', 'prots:')],
    ['a value of another kind', sound.replace("ports: ['1:1']", 'ports: 1')],
    ['a file that is not YAML', sound.replace('build: .', 'build: [.')],
  ])("The compose specification's schema refuses %s", (_, text) => {
    expect(problemsOf(`name: x\n${text}`).length).toBeGreaterThan(0);
  });

  it("The compose specification's schema does not accept a file that does not exist", () => {
    expect(() => findSchemaProblems(join(folder, 'none.yml'))).toThrow();
  });
});

it('The compose file for several processes starts three that serve the web, and two of each other role', () => {
  type Scaled = { services: Record<string, { deploy?: { replicas: number }; environment?: { APP_ROLE?: string } }> };
  // The schema of compose files is checked by `npm run check`.
  const { services } = parse(readFileSync('docker-compose.scale.yml', 'utf8'), { logLevel: 'silent' }) as Scaled;
  const processes = Object.values(services).flatMap(({ deploy, environment }) => {
    const role = environment?.APP_ROLE;
    return role === undefined ? [] : [[role, deploy?.replicas]];
  });
  expect(Object.fromEntries(processes)).toEqual({ web: 3, projector: 2, scout: 2, sender: 2 });
});
