import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Lease, Leases } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';

/** What servers do by turns. */
const tasks = ['projector', 'scout'];
/** In ms. A server that was killed has its turn for a few seconds more. */
const lasts = 5_000;
const patience = 7_000;

/** A store, and what to call it. */
type Side = { views: { leases: Leases }; name: string };

export type Turns = {
  /** Throws StartRefused where another has taken over meanwhile. */
  check: () => Promise<void>;
  release: () => Promise<void>;
};

/** Takes the turns of all servers on these stores, so that none is at work meanwhile. Throws StartRefused. */
export async function takeTurns(sides: Side[]): Promise<Turns> {
  const owner = randomUUID();
  const taken: { side: Side; turn: Lease }[] = [];
  const renewing = setInterval(() => {
    for (const { side, turn } of taken) side.views.leases.renew(turn, lasts).catch(() => undefined);
  }, lasts / 5).unref();
  const release = async () => {
    clearInterval(renewing);
    await Promise.allSettled(taken.map(({ side, turn }) => side.views.leases.release(turn)));
  };
  try {
    for (const side of sides) {
      for (const task of tasks) taken.push({ side, turn: await turnAt(task, side, owner) });
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    check: async () => {
      for (const { side, turn } of taken) {
        if (!(await side.views.leases.renew(turn, lasts))) throw atWork(side);
      }
    },
    release,
  };
}

async function turnAt(task: string, side: Side, owner: string): Promise<Lease> {
  for (const began = performance.now(); ; ) {
    const turn = await side.views.leases.acquire(task, owner, lasts);
    if (turn) return turn;
    if (performance.now() - began > patience) throw atWork(side);
    await setTimeout(250);
  }
}

function atWork({ name }: Side): StartRefused {
  return new StartRefused(`A server is at work on ${name}: stop all of them, and run it again`);
}
