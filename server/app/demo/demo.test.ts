import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, parseUser } from '#server/testing/test-client.ts';
import { demoAdmin, demoPassword, demoPeople } from './demo-people.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';

describe('the demo', () => {
  let folder: string;
  let child: ChildProcess;
  let lines: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
  });
  afterEach(async () => {
    if (child.exitCode === null) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const run = async () => {
    lines = [];
    const env = { ...embeddedEnvironment, PORT: '0', DATA_DIR: folder };
    const started = spawn(process.execPath, ['server/app/demo/demo.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    createInterface({ input: started.stdout }).on('line', (line) => lines.push(line));
    await expect.poll(() => lines.find((line) => line.includes('accepted: "')), { timeout: 25_000 }).toBeDefined();
    return /^listening on (\S+)$/.exec(lines[0] ?? '')?.[1] ?? '';
  };
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  };

  it('The demo creates users who can sign in, generates listings, and continues after a restart', async () => {
    const url = await run();
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
    await stop();
  }, 60_000);
});
