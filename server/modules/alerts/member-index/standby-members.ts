import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createUnsavedCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { loadMembers } from './load-members.ts';
import { createMatchingCheckpoint } from './matching-checkpoint.ts';
import {
  applyMembershipChange,
  isMembershipChange,
  type MemberIndex,
  membershipChangeTypes,
  skipMembershipChange,
} from './members.ts';

type StandbyDeps = Pick<Platform, 'events' | 'documents'> & {
  views: ViewStore;
  log: Pick<Logger, 'error'>;
  members: MemberIndex;
  /** Of the subscription. */
  name?: string;
};

/** Members that are kept current while another process is the scout, so that this one can follow it at once. */
export type StandbyMembers = {
  /** Resolves when the members are as of the end of the log at the start. */
  ready: Promise<void>;
  /** Resolves to the position of the members; null where they are not loaded yet. */
  stop: () => Promise<Position | null>;
};

export function startStandbyMembers(
  { members, name = 'stand-by members', ...deps }: StandbyDeps,
  run: RunSubscriber,
): StandbyMembers {
  const stopped = new AbortController();
  let loaded: Position | null = null;
  const load = async () => {
    loaded = null;
    const position = await createMatchingCheckpoint(deps, members.shard).load();
    await loadMembers(members, position, { ...deps, stopped: stopped.signal });
    loaded = position;
    return position;
  };
  const running = run({
    name,
    handles: [...membershipChangeTypes],
    handle: (batch) => {
      for (const event of batch) {
        if (isMembershipChange(event)) applyMembershipChange(event, members);
        loaded = event.position;
      }
      return Promise.resolve();
    },
    skip: (event) => {
      skipMembershipChange(members, event);
      loaded = event.position;
    },
    checkpoint: createUnsavedCheckpoint(load),
  });
  return {
    ready: running.ready,
    stop: async () => {
      stopped.abort();
      await running.stop();
      return loaded;
    },
  };
}
