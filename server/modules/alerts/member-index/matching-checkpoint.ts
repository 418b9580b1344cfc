import { listShards, getShardName, maxShards, type Shard } from '#domain/matching/shards.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import {
  type CheckpointStores,
  ensureCheckpoint,
  readCheckpoints,
  saveCheckpoint,
} from '#server/platform/subscriptions/checkpoints.ts';
import type { Checkpoint } from '#server/platform/subscriptions/subscriber.ts';

const wholeId = 'matching';

/**
 * The checkpoint of a shard. It begins at the end of the log where nothing was matched yet, at the same position for all
 * shards. After a change of their number it begins where the shards of another number have all been, if that is later.
 */
export function createMatchingCheckpoint({ documents, events }: CheckpointStores, shard: Shard): Checkpoint {
  return {
    load: async () => {
      await ensureCheckpoint(documents, events, wholeId);
      return findStart(await readCheckpoints(documents), shard);
    },
    save: (position) => saveCheckpoint(documents, position, toId(shard)),
  };
}

function toId(shard: Shard): string {
  const name = getShardName(shard);
  return name === null ? wholeId : `${wholeId}/${name}`;
}

/** Up to there all is matched with the members of the shard. */
function findStart(saved: ReadonlyMap<string, Position>, shard: Shard): Position {
  const positionOf = (one: Shard) => saved.get(toId(one)) ?? startPosition;
  const counts = Array.from({ length: maxShards }, (_, n) => n + 1);
  const positions = counts.map((count) =>
    count === shard.count ? positionOf(shard) : findLeast(listShards(count).map(positionOf)),
  );
  return positions.reduce((one, other) => (one > other ? one : other));
}

function findLeast(positions: Position[]): Position {
  return positions.reduce((one, other) => (one < other ? one : other));
}
