import { getShardName, type Shard } from '#domain/matching/shards.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const wholePassId = 'last';

/**
 * The delivery of due digests that began last, of one shard. All events of the members who are done are at `position`
 * or before: of all members once it is idle, and of none while it is `startPosition`.
 */
export type DigestPass = { state: 'running' | 'idle'; position: Position };

export function readDigestPass(documents: Pick<Documents, 'get'>, shard: Shard): Promise<DigestPass | null> {
  return documents.get<DigestPass & Doc>(documentSpaces.digestPasses, toPassId(shard));
}

export async function writeDigestPass(
  documents: Pick<Documents, 'put'>,
  shard: Shard,
  pass: DigestPass,
): Promise<void> {
  const doc: DigestPass & Doc = { id: toPassId(shard), ...pass };
  await documents.put(documentSpaces.digestPasses, doc);
}

function toPassId(shard: Shard): string {
  return getShardName(shard) ?? wholePassId;
}
