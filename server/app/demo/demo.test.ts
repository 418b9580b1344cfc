import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { createTestClient, parseUser } from '#server/testing/test-client.ts';
import { demoAdmin, demoPassword, demoPeople } from './demo-people.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';

type Item = Record<string, unknown>;

/** Each list of admins has something to show. */
async function expectFullLists(get: (path: string) => Promise<Item[]>) {
  expect((await get('/api/admin/visitors/available-weeks')).length).toBeGreaterThanOrEqual(12);
  expect(await get('/api/admin/visitors/recent')).toContainEqual(expect.objectContaining({ state: 'MI' }));
  expect(await get('/api/admin/listings?state=withdrawn')).toHaveLength(2);
  const listed = await get('/api/admin/listings?state=listed');
  expect(listed.length).toBeGreaterThan(2);
  expect(listed.filter(({ pictures }) => pictures !== null).length).toBeGreaterThan(2);
  expect(await get('/api/admin/review')).not.toEqual([]);
  const source = (await get('/api/admin/sources')).find(({ id }) => id === 'county-auctions');
  expect(source?.['problem']).toContain('cannot be read');
  expect(await get('/api/admin/dead-letters')).toMatchObject([{ recipient: 'leo@example.com' }]);
  const users = await get('/api/admin/users');
  expect(users.filter(({ requestedHigherLimit }) => requestedHigherLimit)).toMatchObject([
    { email: 'frank@example.com' },
  ]);
}

describe('the demo', () => {
  let folder: string;
  let child: ChildProcess;
  let lines: string[];
  beforeEach(() => {
    folder = createTestFolder();
  });
  afterEach(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });

  const run = async () => {
    lines = [];
    const env = { ...embeddedEnvironment, PORT: '0', DATA_DIR: folder };
    const started = spawn(process.execPath, ['server/app/demo/demo.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    createInterface({ input: started.stdout }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines.find((line) => line.includes('accepted: "'))).toBeDefined();
    return /^listening on (\S+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  };

  it('The demo creates users who can sign in and fills every list of admins, and continues after a restart', async () => {
    const url = await run();
    for (const [role, email, page] of [
      ['full admin', 'admin', `${url}/admin`],
      ['helper admin', 'helper', `${url}/admin`],
      ['member', 'ann', url],
    ])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^  ${role} +${email}@example.com +${page}$`)));
    const ann = parseUser(
      await createTestClient(url).post('/api/login', { email: 'ann@example.com', password: demoPassword }),
    );
    expect(ann).toMatchObject({ zipCode: '48204', membershipStatus: 'active', mileageRadius: 75 });
    await stop();

    const again = await run();
    const root = createTestClient(again);
    expect(parseUser(await root.post('/api/login', { email: demoAdmin.email, password: demoPassword }))).toMatchObject({
      isAdmin: true,
    });
    const users = JSON.parse((await root.get('/api/admin/users')).text) as {
      email: string;
      memberSince: string | null;
    }[];
    expect(users.map(({ email }) => email).toSorted()).toEqual(demoPeople.map(({ email }) => email).toSorted());
    expect(users.find(({ email }) => email === ann.email)?.memberSince).toBe(ann.memberSince);
    const get = async (path: string) => JSON.parse((await root.get(path)).text) as Item[];
    await vi.waitFor(() => expectFullLists(get), { timeout: 120_000, interval: 250 });
    expect(JSON.parse((await root.get('/api/announcements/latest')).text)).toMatchObject({
      message: expect.stringContaining('New this month') as string,
    });
    await expect.poll(async () => (await get('/api/admin/history?type=ListingRepriced')).length).toBeGreaterThan(0);
    await stop();
  });
});
