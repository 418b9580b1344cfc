import { beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import { setUpOnce } from '#server/lib/testing/set-up.ts';
import { readWhenIndexed } from '#server/modules/audit/testing/read-when-indexed.ts';
import type { TestClient } from '#server/testing/test-client.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';

const path = '/api/admin/workflow-logs';
const product = setUpServer();
const full = setUpOnce(async () => readWhenIndexed(await product.adminClient()));
let helper: TestClient;
let helperId: string;
beforeAll(async () => {
  helper = product.newClient();
  ({ id: helperId } = await helper.register('helper@example.com'));
  await full.patch(`/api/admin/users/${helperId}/role`, { role: 'helper' });
});

const entriesAt = async (query = '') => JSON.parse((await full.get(path + query)).text) as WorkflowLogEntry[];

describe('a note in the workflow log', () => {
  it('A note in the workflow log has the signed-in admin and the present time, whatever its body says', async () => {
    const me = JSON.parse((await full.get('/api/user')).text) as UserView;
    const log = { userId: me.id, timestamp: '2020-01-01T00:00:00.000Z', action: ' Called ', details: 'About the barn' };
    const answer = await helper.post(path, { log });
    const [newest] = await entriesAt('?limit=1');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, newest]);
    expect(newest).toMatchObject({ userId: helperId, action: 'Called', details: 'About the barn' });
    expect(Date.now() - Date.parse(newest?.timestamp ?? '')).toBeLessThan(60_000);
  });

  it('A note in the workflow log is written once however often it is sent under its key', async () => {
    const headers = { 'idempotency-key': 'one note' };
    const note = { log: { action: 'Called', details: 'Twice' } };
    const first = await helper.post(path, note, headers);
    const second = await helper.post(path, note, headers);
    expect(second.text).toBe(first.text);
    expect((await entriesAt()).filter(({ details }) => details === 'Twice')).toHaveLength(1);
  });

  it.each([
    [{}, 'log must be an object'],
    [{ log: { details: 'x' } }, 'action must be text'],
    [{ log: { action: ' ', details: 'x' } }, 'action is required'],
    [{ log: { action: 'x'.repeat(101), details: 'x' } }, 'action must be at most 100 characters'],
    [{ log: { action: 'x', details: 5 } }, 'details must be text'],
    [{ log: { action: 'x', details: '' } }, 'details is required'],
    [{ log: { action: 'x', details: 'x'.repeat(2001) } }, 'details must be at most 2,000 characters'],
  ])('A note in the workflow log is refused as %j', async (body, text) => {
    const answer = await helper.post(path, body);
    expect([answer.status, answer.text]).toEqual([400, text]);
  });
});

describe('the workflow log', () => {
  it('The workflow log counts its entries and returns them all page by page', async () => {
    const seen: WorkflowLogEntry[] = [];
    let next: string | undefined = '?limit=3';
    let total = '';
    while (next !== undefined) {
      const answer = await full.get(path + next);
      total = answer.headers.get('x-total-count') ?? '';
      seen.push(...(JSON.parse(answer.text) as WorkflowLogEntry[]));
      next = /^<\/api\/admin\/workflow-logs(\?.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    const newest = await full.get(path);
    expect([String(seen.length), newest.headers.get('x-total-count')]).toEqual([total, total]);
    expect(seen).toEqual(JSON.parse(newest.text));
  });

  it('The workflow log is searched by its text and by the users in it', async () => {
    await helper.post(path, { log: { action: 'Searched', details: 'The green barn' } });
    const answer = await full.get(`${path}?q=GREEN%20barn&limit=5`);
    expect(JSON.parse(answer.text)).toMatchObject([{ details: 'The green barn' }]);
    expect(answer.headers.get('x-total-count')).toBe('1');
    const ofHelper = await entriesAt('?q=helper@example.com');
    expect(ofHelper.map(({ action }) => action)).toContain('Role changed');
    const oldest = await entriesAt('?sort=timestamp&limit=1');
    expect(oldest).toMatchObject([{ action: 'User registered' }]);
    expect(await entriesAt('?sort=-timestamp&limit=1')).toEqual(await entriesAt('?limit=1'));
    expect((await full.get(`${path}?sort=action`)).status).toBe(400);
  });
});

describe('the filters of the workflow log', () => {
  const found = async (query: Record<string, string>) =>
    (await entriesAt(`?${new URLSearchParams(query).toString()}`)).map(
      ({ action, details }) => `${action}: ${details}`,
    );

  beforeAll(async () => {
    await full.patch(`/api/admin/users/${helperId}/membership`, { status: 'active' });
    await full.patch(`/api/admin/users/${helperId}/membership`, { status: 'unconfirmed' });
    await helper.post(path, { log: { action: 'Visited', details: 'The mill of helper@example.com' } });
  });

  it('The filters of the workflow log find an action by its name, whatever its case, and a note by its words', async () => {
    const sentence = 'Membership set to active for helper@example.com by ';
    expect(await found({ action: 'membership ACTIVATED' })).toEqual([
      expect.stringContaining(`Membership activated: ${sentence}`),
    ]);
    expect(await found({ action: 'Visited' })).toEqual(['Visited: The mill of helper@example.com']);
    expect(await found({ action: 'Never done' })).toEqual([]);
    const actions = JSON.parse((await full.get(`${path}/actions`)).text) as string[];
    expect(actions).toContain('Membership activated');
    expect(actions).not.toContain('Email claimed');
  });

  it('The filters of the workflow log find a person by email or id, and nothing for an unknown email', async () => {
    const byEmail = await found({ person: 'helper@example.com' });
    expect(byEmail).toEqual(await found({ person: helperId }));
    expect(byEmail.join()).toContain('Membership set to unconfirmed for helper@example.com');
    expect(byEmail.join()).toContain('Visited');
    expect(await found({ person: 'nobody@example.com' })).toEqual([]);
  });

  it('The filters of the workflow log find by time, and refuse anything else', async () => {
    const [newest] = await entriesAt('?limit=1');
    const from = newest?.timestamp ?? '';
    expect(await found({ from })).toContain('Visited: The mill of helper@example.com');
    expect(await found({ to: '2020-01-01' })).toEqual([]);
    expect((await full.get(`${path}?from=yesterday`)).text).toContain('from must be a day');
    expect((await full.get(`${path}?from=2026-01-02&to=2026-01-01`)).text).toBe('from must not be later than to');
  });

  it('The filters of the workflow log hold together, page by page in both directions', async () => {
    const query = { person: helperId, q: 'membership' };
    const sentences = await found(query);
    expect(sentences).toHaveLength(2);
    expect(await found({ ...query, action: 'Membership deactivated' })).toEqual([sentences[0]]);
    expect(await found({ ...query, sort: 'timestamp' })).toEqual(sentences.toReversed());
    const search = new URLSearchParams({ ...query, limit: '1' }).toString();
    const first = await full.get(`${path}?${search}`);
    expect(first.headers.get('x-total-count')).toBe('2');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = JSON.parse((await full.get(next)).text) as WorkflowLogEntry[];
    expect(second.map(({ action, details }) => `${action}: ${details}`)).toEqual([sentences[1]]);
    expect((await full.get(`${path}?${search}&cursor=x`)).status).toBe(400);
  });

  it('The filters of the workflow log leave out events that it does not show', async () => {
    expect(await found({ q: 'email claimed' })).toEqual([]);
    const all = await entriesAt();
    expect(await entriesAt('?from=2020-01-01')).toEqual(all);
  });
});
