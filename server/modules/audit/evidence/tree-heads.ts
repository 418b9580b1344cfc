import { sealStream } from '#domain/event-catalog/streams.ts';
import type { Position } from '#domain/shared/decider.ts';
import { hasRoot, type RootedSeal } from '#domain/log-seal/decider.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { blockSize, createStoredChain } from '../hash-chain/chain-blocks.ts';
import { isSeal } from '../hash-chain/check-seals.ts';
import { countSubtrees } from '../hash-chain/extend-tree.ts';

const pollIntervalMs = 100;
/** Usually the chain is half a second behind. */
const usualMaxPolls = 200;
/** Their subtrees are computed within seconds. */
const maxBlocksWithoutTree = 4_000;
const retryLater = { 'Retry-After': '5' };

/** The last event of the chain, once it covers the log as it is now. Throws HttpError 503 where that takes long. */
export async function waitForChain(
  events: Pick<EventStore, 'head'>,
  historyViews: Pick<ViewReader, 'get' | 'list'>,
  maxPolls = usualMaxPolls,
): Promise<{ ordinal: number; position: Position }> {
  const head = await events.head();
  const chain = createStoredChain(historyViews);
  for (let poll = 0; poll < maxPolls; poll += 1) {
    const end = await chain.end();
    if (end !== null && end.position >= head) {
      await assertTreeIsStored(historyViews, end.ordinal);
      return end;
    }
    await delay(pollIntervalMs);
  }
  throw new HttpError(503, 'The hash chain lacks the newest events. Try again in a few seconds.', retryLater);
}

/** After an update of the program, subtrees of all earlier events are computed once. */
async function assertTreeIsStored(historyViews: Pick<ViewReader, 'list'>, length: number): Promise<void> {
  const [blocks, stored] = [Math.floor(length / blockSize), await countSubtrees(historyViews, 1)];
  if (blocks - stored <= maxBlocksWithoutTree) return;
  const sentence = `The Merkle tree of the log is being built, ${Math.floor((100 * stored) / blocks)} % so far.`;
  throw new HttpError(503, sentence, retryLater);
}

/** The seals of a key with a root, over at most `treeSize` events, oldest first. */
export async function readRootedSeals(
  encryptedEvents: Pick<EventStore, 'read'>,
  { keyId, treeSize }: { keyId: string; treeSize: number },
): Promise<RootedSeal[]> {
  const { events } = await encryptedEvents.read(sealStream);
  const readable = events.filter((event) => isSeal(event) && !hasDamagedData(event));
  return readable
    .map(({ data }) => data)
    .filter(hasRoot)
    .filter((seal) => seal.keyId === keyId && seal.treeSize <= treeSize)
    .sort((one, other) => one.treeSize - other.treeSize);
}
