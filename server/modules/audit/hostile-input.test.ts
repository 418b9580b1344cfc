import { beforeAll, describe, expect, it } from 'vitest';
import { setUpOnce } from '#server/lib/testing/set-up.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { readWhenIndexed } from './testing/read-when-indexed.ts';

const product = setUpServer();
const root = setUpOnce(async () => readWhenIndexed(await product.adminClient()));
let gone: string;
beforeAll(async () => {
  gone = (await product.newClient().register('gone@example.com')).id;
  await root.send('DELETE', `/api/admin/users/${gone}`);
  for (const action of [
    '=1+1',
    '+cmd',
    '-2',
    '@SUM(A1)',
    '\ttab',
    'say "hi", then; a\nline',
    '\u202eevil',
    '\u{1f3da}',
  ]) {
    await root.post('/api/admin/workflow-logs', { log: { action, details: action } });
  }
});

const history = '/api/admin/history';
const texts = [
  ...[
    '"',
    '*',
    '"*"',
    'NEAR',
    'a NEAR/2 b',
    '-',
    '--',
    ';',
    "' OR 1=1 --",
    '%',
    '_',
    '\\',
    '[',
    '(',
    '^',
    '$',
    '.*',
    '{}',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\u202e',
    '\u{1f3da}',
    'é',
    'İ',
    'ß',
    '\n',
    '\t',
    '@',
    '@@',
    'a@',
    '[erased]',
    '__proto__',
    'null',
  ],
  ...['constructor', 'x'.repeat(200), '\u{1f3da}'.repeat(100)],
];
const times = [
  '9999-12-31',
  '0001-01-01',
  '2026-02-30',
  '-1',
  '1e9',
  'now',
  '2026-11-21T25:00:00Z',
  '+275760-09-13',
  '\u0660',
];
const positions = [
  '0',
  '-1',
  '1e30',
  'abc',
  '999999999999999',
  '9'.repeat(16),
  '9'.repeat(400),
  '1.5',
  ' 1',
  '0x10',
  'NaN',
  '٣',
];

/** A result, or a refusal with a sentence. */
async function expectSense(path: string): Promise<void> {
  const { status, text } = await root.get(path);
  expect([path, status >= 200 && status < 500]).toEqual([path, true]);
  if (status < 400) return;
  expect(text, path).toMatch(/^[A-Z'a-z][^{}<>]{5,}$/);
}

const encoded = (value: string) => encodeURIComponent(value.toWellFormed());

describe('any query', () => {
  it.each(['q', 'person', 'stream', 'type'])(
    'Any query of the list by %s is answered or refused with a sentence',
    async (name) => {
      for (const text of texts) await expectSense(`${history}?${name}=${encoded(text)}`);
      for (const raw of ['%', '%ff', '%00', '%ed%a0%80']) await expectSense(`${history}?${name}=${raw}`);
      for (const twice of [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[x]=a`, `${name}[__proto__]=a`]) {
        await expectSense(`${history}?${twice}`);
      }
      await expectSense(`${history}?${name}=${'x'.repeat(9_000)}`);
    },
  );

  it('Any query is answered or refused for any times, limits and cursors', async () => {
    for (const time of times) {
      for (const name of ['from', 'to']) await expectSense(`${history}?${name}=${encoded(time)}`);
      await expectSense(`${history}/as-of?user=${gone}&at=${encoded(time)}`);
    }
    for (const position of positions) {
      for (const name of ['limit', 'cursor', 'after']) await expectSense(`${history}?${name}=${encoded(position)}`);
      await expectSense(`${history}/${encoded(position)}`);
      await expectSense(`${history}/as-of?user=${gone}&position=${encoded(position)}`);
      await expectSense(`${history}/as-of?announcement=latest&position=${encoded(position)}`);
    }
    for (const text of texts) {
      for (const name of ['user', 'listing', 'announcement', 'history']) {
        await expectSense(`${history}/as-of?${name}=${encoded(text)}`);
      }
      await expectSense(`${history}/export?q=${encoded(text)}`);
      await expectSense(`${history}/export?format=${encoded(text)}`);
      await expectSense(`${history}/members/${encoded(text)}`);
      await expectSense(`${history}/members/${encoded(text)}/rows`);
    }
  });

  it('Any query is answered for the past of a user at a moment before, within and after it', async () => {
    const at = async (query: string) => {
      const { status, text } = await root.get(`${history}/as-of?user=${gone}&${query}`);
      expect(status, text).toBe(200);
      return (JSON.parse(text) as { status: string }).status;
    };
    expect(await at('position=0')).toBe('not yet');
    expect(await at('position=999999999999999')).toBe('deleted');
    expect(await at('at=2100-01-01')).toBe('deleted');
    expect(await at('at=1999-01-01T00:00:00%2B14:00')).toBe('not yet');
    expect((await root.get(`${history}/as-of?user=gone@example.com`)).status).toBeLessThan(500);
  });

  it('Any query is refused for a members’ table of an invalid moment', async () => {
    const bodies = [null, [], {}, { at: 5 }, { at: 'now' }, { at: '2026-01-01', position: 1 }, { position: -1 }];
    for (const body of [...bodies, { position: 1.5 }, { position: 1e30 }, { at: ['2026-01-01'] }, { position: null }]) {
      const { status, text } = await root.post(`${history}/members`, body);
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 400]);
      expect(text.length).toBeGreaterThan(5);
    }
  });
});

describe('a user who is not a full admin', () => {
  it('A user who is not a full admin can read nothing of the history', async () => {
    const helper = product.newClient();
    const { id } = await helper.register('helper@example.com');
    await root.send('PATCH', `/api/admin/users/${id}/role`, { body: { role: 'helper' } });
    const member = product.newClient();
    await member.register('member@example.com');
    const paths = [
      '',
      '/1',
      '/x',
      '/export',
      '/export?format=csv',
      '/verification',
      '/as-of?user=x',
      '/as-of',
      '/members/x',
      '/members/x/rows',
    ];
    for (const path of paths) {
      expect([path, (await product.newClient().get(history + path)).status]).toEqual([path, 401]);
      expect([path, (await member.get(history + path)).status]).toEqual([path, 403]);
      expect([path, (await helper.get(history + path)).status]).toEqual([path, 403]);
    }
    for (const path of ['/verification', '/members']) {
      expect([path, (await product.newClient().post(history + path, {})).status]).toEqual([path, 401]);
      expect([path, (await helper.post(history + path, {})).status]).toEqual([path, 403]);
    }
  });
});

describe('an export', () => {
  it('An export has no CSV cell that a spreadsheet executes, and every row in one piece', async () => {
    const { text } = await root.get(`${history}/export?format=csv&type=NoteTaken`);
    const rows = cellsOf(text);
    const [header, ...notes] = rows;
    expect(notes).toHaveLength(8);
    for (const row of notes) expect(row).toHaveLength(header?.length ?? 0);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+@\t\r-]/);
  });

  it('An export can be verified by its JSON Lines: each has the hash of the chain, one for each event', async () => {
    await expect.poll(async () => (await linesOf(`${history}/export`)).every(({ hash }) => hash !== null)).toBe(true);
    const lines = await linesOf(`${history}/export`);
    const ordinals = lines.map(({ ordinal }) => ordinal);
    expect(ordinals).toEqual(ordinals.map((_, index) => lines.length - index));
    expect(new Set(lines.map(({ hash }) => hash)).size).toBe(lines.length);
  });
});

async function linesOf(path: string): Promise<{ ordinal: number | null; hash: string | null }[]> {
  const { text } = await root.get(path);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { ordinal: number | null; hash: string | null });
}

/** CSV as RFC 4180 defines it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
