import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { MembersAsOf } from '#domain/history/point-in-time.contract.ts';
import type { AdminUserView } from '#domain/user/contract.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import { setUpAdmin, setUpServer } from '#server/testing/set-up-server.ts';
import { createPastMemberTables } from './past-member-tables.ts';

const path = '/api/admin/history/members';
/** Files of tables in a data folder, without those of the locks. */
const listTableFiles = (dataDir: string) => {
  const files = readdirSync(join(dataDir, 'as-of'), { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile() && !file.name.startsWith('lock.sqlite'));
};

describe('the members’ table of a moment', () => {
  const product = setUpServer();
  const root = setUpAdmin(product);
  let position: number;
  beforeAll(async () => {
    for (const name of ['ann', 'bob', 'cat', 'dan']) {
      const client = product.newClient();
      const { id } = await client.register(`${name}@example.com`);
      await client.patch('/api/profile', { maxPrice: 100 * name.charCodeAt(0), zipCode: '48204' });
      if (name === 'cat') await root.send('DELETE', `/api/admin/users/${id}`);
      if (name !== 'cat') position = await product.context.events.head();
    }
    await root.patch(`/api/admin/users/${await idOf('ann')}/membership`, { status: 'active' });
  });

  async function idOf(name: string): Promise<string> {
    const [found] = JSON.parse((await root.get(`/api/admin/users?q=${name}`)).text) as AdminUserView[];
    return found?.id ?? '';
  }

  async function built(asked: object, client = root): Promise<MembersAsOf> {
    const begun = await client.post(path, asked);
    expect(begun.status, begun.text).toBe(201);
    const { id } = JSON.parse(begun.text) as MembersAsOf;
    return vi.waitFor(async () => {
      const told = JSON.parse((await client.get(`${path}/${id}`)).text) as MembersAsOf;
      expect(told.state).toBe('ready');
      return told;
    }, 60_000);
  }

  const rows = async (id: string, query = '') => {
    const { status, text, headers } = await root.get(`${path}/${id}/rows?${query}`);
    expect(status, text).toBe(200);
    return { users: JSON.parse(text) as AdminUserView[], headers };
  };
  const emails = async (id: string, query = '') => (await rows(id, query)).users.map(({ email }) => email);

  it('Members table of a moment is built beside the views, then paged, sorted and searched like the present one', async () => {
    const told = await built({ position });
    expect(told).toMatchObject({ percent: 100, position, total: 4, asked: `position ${position}` });
    expect(await emails(told.id)).toEqual([
      'ann@example.com',
      'bob@example.com',
      'dan@example.com',
      'root@example.com',
    ]);
    expect(await emails(told.id, 'sort=-maxPrice')).toEqual([
      'dan@example.com',
      'bob@example.com',
      'ann@example.com',
      'root@example.com',
    ]);
    expect(await emails(told.id, 'q=AN@')).toEqual(['dan@example.com']);
    const { users, headers } = await rows(told.id, 'limit=1');
    expect(users).toMatchObject([{ email: 'ann@example.com', membershipStatus: 'unconfirmed' }]);
    expect(headers.get('x-total-count')).toBe('4');
    expect(headers.get('link')).toContain(`${path}/${told.id}/rows?limit=1&cursor=`);
  });

  it('Members table of a moment includes a day to its end', async () => {
    const [today = ''] = new Date().toISOString().split('T');
    const told = await built({ at: today });
    expect((await rows(told.id, 'q=ann')).users).toMatchObject([{ membershipStatus: 'active' }]);
    const before = await built({ at: '2020-01-01' });
    expect(before).toMatchObject({ position: null, at: null, total: 0 });
    expect(await emails(before.id)).toEqual([]);
  });

  it('Members table of a moment shows no personal data of users who were deleted since', async () => {
    const { events } = await product.context.events.read(userStream(await deletedId()));
    const told = await built({ position: events[1]?.position });
    expect((await rows(told.id, 'sort=maxPrice')).users.map(({ email, zipCode }) => [email, zipCode])).toContainEqual([
      '[erased]',
      '[erased]',
    ]);
    expect(JSON.stringify(await rows(told.id))).not.toContain('cat@');
  });

  it('Members table of a moment erases a user who is deleted while the table is open', async () => {
    const { id } = await product.newClient().register('eve@example.com');
    const told = await built({ position: await product.context.events.head() });
    expect(await emails(told.id, 'q=eve')).toEqual(['eve@example.com']);
    await root.send('DELETE', `/api/admin/users/${id}`);
    expect(await emails(told.id, 'q=eve')).toEqual(['[erased]']);
  });

  async function deletedId(): Promise<string> {
    const all = await product.context.events.readAll(startPosition, 100);
    const { data } = all.find(({ type }) => type === 'UserDeleted') ?? { data: null };
    return (data as { userId: string }).userId;
  }

  it('Members table of a moment is reused when the same one is requested again, and is the only one of an admin', async () => {
    const one = await built({ position });
    expect(JSON.parse((await root.post(path, { position })).text)).toEqual(one);
    const other = await built({ position: 1 });
    expect(other.id).not.toBe(one.id);
    expect((await root.get(`${path}/${one.id}`)).status).toBe(404);
    expect((await root.send('DELETE', `${path}/${other.id}`)).status).toBe(204);
    expect((await root.get(`${path}/${other.id}/rows`)).text).toBe('This table is no longer kept: build it again');
  });

  it('Members table of a moment leaves no file with personal data of a user who is deleted while it is open', async () => {
    const { id } = await built({ position });
    expect(listTableFiles(product.dataDir)).toEqual([]);
    expect((await root.get(`${path}/${id}/rows`)).status).toBe(200);
  });

  it('Members table of a moment refuses invalid queries', async () => {
    const notAMoment = 'Say as of when: a day or time as at, or a position';
    expect(await root.post(path, {})).toMatchObject({ status: 400, text: notAMoment });
    expect(await root.post(path, { at: '2026-11-21', position: 1 })).toMatchObject({ status: 400, text: notAMoment });
    expect((await root.post(path, { at: 'soon' })).text).toContain('at must be a day');
    expect((await root.post(path, { position: -1 })).text).toBe('position must be a whole number from 0');
    const { id } = await built({ position });
    expect((await root.get(`${path}/${id}/rows?sort=shoe`)).status).toBe(400);
  });
});

describe('open member tables', () => {
  function kept() {
    const dataDir = createTestFolder();
    mkdirSync(join(dataDir, 'as-of', '1', 'left'), { recursive: true });
    writeFileSync(join(dataDir, 'as-of', '1', 'left', 'views.sqlite'), '');
    const events = openSqliteEventStore(join(dataDir, 'events.sqlite'));
    let now = Date.parse('2026-03-01T12:00:00Z');
    const clock = () => new Date(now);
    const log = { error: () => undefined };
    const storageConfig = { dataDir, eventStoreUrl: null, mongoUrl: null };
    const members = createPastMemberTables({ storageConfig, clock, log, isShared: false });
    onTestFinished(async () => {
      await members.stop();
      await events.close();
    });
    return {
      members,
      events,
      dataDir,
      storageConfig,
      clock,
      log,
      later: (minutes: number) => (now += minutes * 60_000),
    };
  }

  it('Open member tables do not include those that a killed process left', () => {
    const { dataDir } = kept();
    expect(existsSync(join(dataDir, 'as-of'))).toBe(false);
  });

  it('Open member tables of processes that share a folder, with the same process id, do not touch each other', async () => {
    const { storageConfig, clock, log } = kept();
    const folders = () => readdirSync(join(storageConfig.dataDir, 'as-of'));
    const options = { storageConfig, clock, log, isShared: true };
    const one = createPastMemberTables(options);
    const { id } = one.begin('ann', { position: 0 });
    const [own] = folders();
    mkdirSync(join(storageConfig.dataDir, 'as-of', 'left'));
    const other = createPastMemberTables(options);
    expect(folders()).toEqual([own]);
    await expect.poll(() => one.progressOf(id).state).toBe('ready');
    other.begin('bob', { position: 0 });
    expect(folders()).toHaveLength(2);
    await other.stop();
    expect(folders()).toEqual([own]);
    await one.stop();
  });

  it('Open member tables are closed when no admin has read them for a quarter of an hour', async () => {
    const { members, later } = kept();
    const { id } = members.begin('ann', { position: 0 });
    await expect.poll(() => members.progressOf(id).state).toBe('ready');
    later(14);
    await members.sweep();
    members.progressOf(id);
    later(14);
    await members.sweep();
    expect(members.progressOf(id).state).toBe('ready');
    later(16);
    await members.sweep();
    expect(() => members.progressOf(id)).toThrow('no longer kept');
  });

  it('Open member tables are limited: one for each admin, and four in all', () => {
    const { members } = kept();
    for (const owner of ['a', 'b', 'c', 'd', 'a']) members.begin(owner, { position: 0 });
    expect(() => members.begin('e', { position: 0 })).toThrow('Too many point-in-time tables are open');
    members.begin('d', { position: 1 });
  });

  it('Open member tables can be stopped while they are built', async () => {
    const { members, events, dataDir } = kept();
    const by = { actor: 'system', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
    const facts = Array.from({ length: 5_000 }, () => ({ id: randomUUID(), type: 'SignedIn', data: { userId: 'u' } }));
    const { position } = await events.append('access-u', facts, -1, by);
    const { id } = members.begin('ann', { position });
    expect(() => members.viewsOf(id)).toThrow('still being built');
    await members.remove(id);
    expect(() => members.progressOf(id)).toThrow('no longer kept');
    expect(listTableFiles(dataDir)).toEqual([]);
  });
});
