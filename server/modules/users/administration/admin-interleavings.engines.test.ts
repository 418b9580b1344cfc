import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Role } from '#domain/user/contract.ts';
import type { Doc, DocPage, ViewReader } from '#projections/store/port.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import { type Pause, pauseStore, startStepped, type SteppedProcess } from '#server/testing/stepped-process.ts';
import { setUpServer } from '#server/testing/set-up-server.ts';
import { createEnsureOneFullAdmin } from './last-admin.ts';

const product = setUpServer();

const by = () => ({ actor: 'system', commandId: randomUUID() });
const send = (userId: string, command: UserCommand) => product.context.handle(users, userStream(userId), command, by());

/** Full admins with ids in their order. Helpers, who may be promoted, come after them. */
async function registerAdmins(roles: Role[]): Promise<string[]> {
  const ids = roles.map(() => randomUUID()).toSorted();
  for (const [n, userId] of ids.entries()) {
    const registration = { userId, email: `${userId}@example.com`, role: roles[n] ?? 'none' };
    await send(userId, { type: 'Register', data: registration });
  }
  return ids;
}

async function countFullAdmins(ids: string[]): Promise<number> {
  const states = await Promise.all(ids.map((id) => readState(product.context.events, users, userStream(id))));
  return states.filter((state) => state.status === 'registered' && state.role === 'full').length;
}

/** Views that name all of them as full admins, whatever has become of them. */
function createViews(ids: string[]): ViewReader {
  // Only the ids of full admins are read.
  const page = { docs: ids.map((id) => ({ id })) } as unknown as DocPage<Doc>;
  const list = <D extends Doc>() => Promise.resolve(page as DocPage<D>);
  return { ...product.context.views, list };
}

/** A process that removes a full admin. */
function removeAdmin(ids: string[], userId: string, kind: 'demote' | 'delete') {
  return async (pause: Pause) => {
    const events = pauseStore(product.context.events, pause);
    const handle = createCommandHandler(events, () => new Date());
    const ensureOneFullAdmin = createEnsureOneFullAdmin({ views: createViews(ids), events, handle });
    const sender = by();
    return ensureOneFullAdmin(userId, sender, async (removal) => {
      const command: UserCommand =
        kind === 'delete'
          ? { type: 'Delete', data: { userId, ...removal } }
          : { type: 'ChangeRole', data: { userId, role: 'none', ...removal } };
      return handle(users, userStream(userId), command, sender);
    });
  };
}

/** A process that makes a user a full admin. */
function promote(userId: string) {
  return async (pause: Pause) => {
    const handle = createCommandHandler(pauseStore(product.context.events, pause), () => new Date());
    return handle(users, userStream(userId), { type: 'ChangeRole', data: { userId, role: 'full' } }, by());
  };
}

it.each([
  [0, 1],
  [1, 0],
])(
  'Of two full admins who remove each other one stays, between whatever steps a process is suspended: %i removes %i',
  async (slow, fast) => {
    for (let steps = 0, isSuspended = true; isSuspended; steps += 1) {
      const ids = await registerAdmins(['full', 'full']);
      const process = await startStepped(removeAdmin(ids, ids[fast] ?? '', 'demote'));
      for (let left = steps; left > 0 && isSuspended; left -= 1) isSuspended = await process.step();
      const quick = await startStepped(removeAdmin(ids, ids[slow] ?? '', 'delete'));
      const results = [await quick.finish(), await process.finish()];
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await countFullAdmins(ids)).toBe(1);
    }
  },
);

type Step = { kind: 'demote' | 'delete' | 'promote'; who: number };

const changes: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('demote', 'delete', 'promote'),
  who: fc.nat({ max: 2 }),
});
const interleavings = fc.record({
  roles: fc.constantFrom<Role[]>(['full', 'full', 'full'], ['full', 'full', 'helper'], ['full', 'helper', 'helper']),
  changes: fc.array(changes, { minLength: 2, maxLength: 3 }),
  order: fc.array(fc.nat({ max: 2 }), { maxLength: 40 }),
});

it('In any order of steps, and after a crash at any of them, there is a full admin', async () => {
  await fc.assert(
    fc.asyncProperty(interleavings, async ({ roles, changes: given, order }) => {
      const ids = await registerAdmins(roles);
      const processes: SteppedProcess<unknown>[] = [];
      for (const { kind, who } of given) {
        const id = ids[who] ?? '';
        processes.push(await startStepped(kind === 'promote' ? promote(id) : removeAdmin(ids, id, kind)));
      }
      for (const n of order) {
        await processes[n]?.step();
        expect(await countFullAdmins(ids)).toBeGreaterThan(0);
      }
      for (const process of processes) {
        await process.finish();
        expect(await countFullAdmins(ids)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 40 },
  );
});

it('Of full admins who all remove each other in any order of steps, at least one is removed and one stays', async () => {
  const orders = fc.record({ count: fc.integer({ min: 2, max: 3 }), order: interleavings.map(({ order }) => order) });
  await fc.assert(
    fc.asyncProperty(orders, async ({ count, order }) => {
      const ids = await registerAdmins(Array.from({ length: count }, () => 'full'));
      const processes: SteppedProcess<unknown>[] = [];
      for (const id of ids) processes.push(await startStepped(removeAdmin(ids, id, 'demote')));
      for (const n of order) await processes[n]?.step();
      for (const process of processes) await process.finish();
      const left = await countFullAdmins(ids);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(count);
    }),
    { numRuns: 40 },
  );
});

it('A full admin whose removal was interrupted after another one was kept can be removed at once, and so can the other', async () => {
  for (const first of [0, 1]) {
    for (let steps = 0, isRunning = true; isRunning; steps += 1) {
      const ids = await registerAdmins(['full', 'full']);
      const crashing = await startStepped(removeAdmin(ids, ids[0] ?? '', 'demote'));
      for (let left = steps; left > 0 && isRunning; left -= 1) isRunning = await crashing.step();
      if ((await countFullAdmins(ids)) < 2) continue;
      const next = await startStepped(removeAdmin(ids, ids[first] ?? '', 'demote'));
      expect(await next.finish()).toMatchObject({ status: 'fulfilled' });
      expect(await countFullAdmins(ids)).toBe(1);
    }
  }
});
