import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { projections } from '#projections/all.ts';
import { openSqliteViewStore } from '#projections/store/sqlite/sqlite.ts';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { emptyFilters, toMatchingFilters } from '#domain/user/state.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { loadOrCreateKey } from '#server/platform/encryption/key-file.ts';
import { rebuildViews } from '#server/platform/projector/rebuild.ts';
import { embeddedEnvironment } from '#server/testing/environment.ts';
import { runScript } from '#server/testing/run-script.ts';
import { openTestInstallation } from '#server/testing/test-installation.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const noon = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00.000Z`;
const [ann, root] = [randomUUID(), randomUUID()];

type Fact = { stream: string; day: number; actor: string; events: DomainEvent[] };
const facts: Fact[] = [
  {
    stream: userStream(root),
    day: 1,
    actor: 'system',
    events: [{ type: 'UserRegistered', data: { userId: root, email: 'root@x.com', role: 'full' } }],
  },
  {
    stream: userStream(ann),
    day: 2,
    actor: ann,
    events: [{ type: 'UserRegistered', data: { userId: ann, email: 'Ann@x.com', role: 'none' } }],
  },
  {
    stream: userStream(ann),
    day: 3,
    actor: root,
    events: [
      { type: 'MembershipActivated', data: { userId: ann, filters: toMatchingFilters(emptyFilters) } },
      { type: 'MemberSinceSet', data: { userId: ann, memberSince: noon(3) } },
    ],
  },
  {
    stream: 'announcement',
    day: 4,
    actor: root,
    events: [{ type: 'AnnouncementPublished', data: { message: 'Hello' } }],
  },
  {
    stream: userStream(ann),
    day: 5,
    actor: ann,
    events: [{ type: 'EmailChanged', data: { userId: ann, email: 'ann@y.com' } }],
  },
  { stream: userStream(ann), day: 6, actor: root, events: [{ type: 'UserDeleted', data: { userId: ann } }] },
];

/** A data folder with these events, and views when they are to be built; `during` runs while it is in use. */
async function filled({ built = true, during = () => Promise.resolve() } = {}) {
  loadOrCreateKey(dataDir, 'credential.key');
  const { events, views, close } = await openTestInstallation(dataDir);
  for (const { stream, day, actor, events: some } of facts) {
    const { revision } = await events.read(stream);
    const metadata = { actor, commandId: 'c', correlationId: 'c', at: noon(day) };
    await events.append(
      stream,
      some.map((event) => ({ ...event, id: randomUUID() })),
      revision,
      metadata,
    );
  }
  if (built) await rebuildViews({ events, views, projections });
  await during();
  await close();
}

const scripts = { history: 'server/cli/history/history.ts', rebuild: 'server/cli/rebuild.ts' };
const shell = (command: keyof typeof scripts, ...args: string[]) =>
  runScript(scripts[command], { args, env: { DATA_DIR: dataDir } });
const positions = async (...args: string[]) => {
  const { stdout } = await shell('history', '--json', ...args);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { position: number }).position);
};

describe('npm run history', () => {
  it('The command npm run history prints the log, also while a server is running', async () => {
    await filled({
      during: async () => {
        const { stdout, stderr, code } = await shell('history');
        expect(stderr).toBe('');
        expect(code).toBe(0);
        const lines = stdout.trimEnd().split('\n');
        expect(lines).toHaveLength(8);
        expect(lines[0]).toMatch(/ {2}InstallationCreated {2}/);
        expect(lines[1]).toMatch(
          /^ +2 {2}2026-03-01T.* {2}user-.* {2}UserRegistered {2}email=root@x\.com role=full {2}by system$/,
        );
      },
    });
    expect(await positions()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('The command npm run history selects by stream, type, actor and time', async () => {
    await filled({ built: false });
    expect(await positions('--stream', userStream(ann))).toEqual([3, 4, 5, 7, 8]);
    expect(await positions('--stream', 'user-*', '--limit', '3')).toEqual([2, 3, 4]);
    expect(await positions('--stream', userStream(ann), '--newest-first', '--limit', '2')).toEqual([8, 7]);
    expect(await positions('--type', 'UserRegistered,UserDeleted')).toEqual([2, 3, 8]);
    expect(await positions('--actor', 'system')).toEqual([1, 2]);
    expect(await positions('--actor', 'ANN@x.com')).toEqual([3, 7]);
    expect(await positions('--actor', 'ann@y.com', '--newest-first')).toEqual([7, 3]);
    expect(await positions('--actor', root, '--since', '2026-03-04')).toEqual([6, 8]);
    expect(await positions('--until', noon(2))).toEqual([1, 2, 3]);
    expect(await positions('--newest-first')).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('The command npm run history shows a user as of a time or a position', async () => {
    await filled({ built: false });
    const asOf = async (when: string, user: string) => {
      const { stdout, stderr } = await shell('history', '--as-of', when, '--user', user, '--json');
      return stdout === '' ? stderr.trim() : (JSON.parse(stdout) as unknown);
    };
    expect(await asOf('3', ann)).toMatchObject({
      id: ann,
      email: 'Ann@x.com',
      membershipStatus: 'unconfirmed',
      memberSince: null,
    });
    expect(await asOf(noon(3), 'ann@x.com')).toMatchObject({
      membershipStatus: 'active',
      memberSince: noon(3),
      isAdmin: false,
    });
    expect(await asOf('7', 'ann@y.com')).toMatchObject({ id: ann, email: 'ann@y.com' });
    expect(await asOf('7', 'ann@x.com')).toBe('No user had the email ann@x.com then');
    expect(await asOf('2', ann)).toBe(`There was no user ${ann} then`);
    expect(await asOf('2026-03-09', 'ann@y.com')).toBe('The user ann@y.com was deleted by then');
  });

  it.each<[string, number, string[]]>([
    ["Unknown option '--all': see npm run history -- --help", 64, ['--all']],
    ["--limit must be a whole number from 1, not 'x'", 64, ['--limit', 'x']],
    ['No user ever had the email unknown@x.com', 1, ['--actor', 'unknown@x.com']],
  ])('The command npm run history refuses in one sentence: %s', async (sentence, code, args) => {
    await filled({ built: false });
    expect(await shell('history', ...args)).toEqual({ stdout: '', stderr: `${sentence}\n`, code });
  });

  it('The command npm run history reports when there is no log, and when nothing is found', async () => {
    const { stderr, code } = await shell('history');
    expect(stderr).toBe(`There is no log in DATA_DIR ${dataDir}: set DATA_DIR to the data folder of a server\n`);
    expect(code).toBe(1);
    await filled({ built: false });
    expect(await shell('history', '--type', 'Nothing')).toEqual({
      stdout: '',
      stderr: 'No events found.\n',
      code: 0,
    });
  });

  it('The command npm run history prints its help', async () => {
    const { stdout, code } = await shell('history', '--help');
    expect(stdout).toContain('--as-of WHEN ');
    expect(code).toBe(0);
  });

  it('The command npm run history exits normally when its reader closes the pipe', async () => {
    const { events, close } = await openTestInstallation(dataDir);
    const metadata = { actor: 'system', commandId: 'c', correlationId: 'c', at: noon(1) };
    const many = Array.from({ length: 5_000 }, () => ({ id: randomUUID(), type: 'Happened', data: { n: 1 } }));
    await events.append('s', many, -1, metadata);
    await close();
    const script = new URL('history/history.ts', import.meta.url).pathname;
    const piped = spawn('sh', ['-c', '{ "$0" "$1"; echo "code $?" >&2; } | head -n 1', process.execPath, script], {
      env: { ...embeddedEnvironment, DATA_DIR: dataDir },
    });
    const [stdout, stderr] = await Promise.all([text(piped.stdout), text(piped.stderr)]);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).toBe('code 0\n');
  });
});

describe('npm run rebuild', () => {
  it('The command npm run rebuild produces the same views again', async () => {
    await filled();
    const { stdout, stderr, code } = await shell('rebuild');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    for (const { view } of projections)
      expect(stdout).toMatch(new RegExp(`^${view} +[\\d,]+ {2}before [0-9a-f]{64}$`, 'm'));
    expect(stdout.match(/after {2}[0-9a-f]{64} {2}the same$/gm)).toHaveLength(projections.length);
    expect(stdout).toMatch(/^8 events in \d+\.\d s \([\d,]+ events\/s\)$/m);
  });

  it('The command npm run rebuild first applies the events that are new to the views', async () => {
    await filled();
    const { events, close } = await openTestInstallation(dataDir);
    const metadata = { actor: root, commandId: 'c', correlationId: 'c', at: noon(7) };
    await events.append(
      'announcement',
      [{ id: randomUUID(), type: 'AnnouncementPublished', data: { message: 'Bye' } }],
      0,
      metadata,
    );
    await close();
    const { stdout } = await shell('rebuild');
    expect(stdout).not.toContain('differs');
    expect(stdout).toContain('9 events');
  });

  it('The command npm run rebuild builds missing views, and those that cannot be read', async () => {
    await filled({ built: false });
    expect((await shell('rebuild')).stdout.match(/ new$/gm)).toHaveLength(projections.length);
    writeFileSync(join(dataDir, 'views.sqlite'), 'rubbish '.repeat(1_000));
    const { stdout, stderr, code } = await shell('rebuild');
    expect(stderr).toBe('The views could not be read; rebuilding them from the log.\n');
    expect(stdout.match(/ new$/gm)).toHaveLength(projections.length);
    expect(code).toBe(0);
  });

  it('The command npm run rebuild builds the history where a server keeps one', async () => {
    await filled();
    await openSqliteViewStore(join(dataDir, 'history.sqlite')).close();
    expect((await shell('rebuild')).stdout).toMatch(/^history +8 {2}before none$/m);
    expect((await shell('rebuild')).stdout).not.toContain('new');
  });

  it('The command npm run rebuild is rejected while a server is running', async () => {
    await filled({
      during: async () => {
        const { stderr, code } = await shell('rebuild');
        expect(stderr).toMatch(/^Another process is already using DATA_DIR .*\n$/);
        expect(code).toBe(1);
      },
    });
  });

  it('The command npm run rebuild creates no folder where there is none', async () => {
    rmSync(dataDir, { recursive: true });
    const { stderr, code } = await shell('rebuild');
    expect(stderr).toBe(`There is no log in DATA_DIR ${dataDir}: set DATA_DIR to the data folder of a server\n`);
    expect(code).toBe(1);
  });
});
