import type { ViewReader } from '#projections/store/port.ts';
import { createEventReader } from '#server/platform/encryption/encrypted-event-store.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createHashLookup } from '../details/present-events.ts';
import { createStoredChain } from '../hash-chain/chain-blocks.ts';
import { loadSealKey } from '../hash-chain/seal-key.ts';
import { createLinkReader } from '../hash-chain/stored-links.ts';
import { createTreeNodeReader } from '../hash-chain/tree-nodes.ts';
import type { EventFilters } from '../search/history-query.ts';
import type { HistoryReader } from '../search/history-reader.ts';
import { readRootedSeals, waitForChain } from './tree-heads.ts';
import { type ChainedEvent, writeEvidence } from './write-evidence.ts';

type EvidenceDeps = Pick<Platform, 'documents' | 'keys' | 'clock' | 'subjectKeys'> & {
  encryptedEvents: EventStore;
  /** Of the stored events. */
  history: HistoryReader;
  historyViews: ViewReader;
};
/** `filters` are null where nothing can be found; `filter` is what the manifest says of them. */
type EvidenceRequest = { filters: EventFilters | null; filter: unknown; views: ViewReader };

/** Small, as a page is proven and opened without a pause for others. */
const pageSize = 20;

export type EvidenceService = ReturnType<typeof createEvidenceService>;

/** Writes evidence of events. Throws HttpError 503, IndexBehind. */
export function createEvidenceService({ encryptedEvents, history, historyViews, ...deps }: EvidenceDeps) {
  const { documents, keys, clock, subjectKeys } = deps;

  return async function* (request: EvidenceRequest): AsyncGenerator<string> {
    const key = await loadSealKey(documents, keys.credentials, clock);
    const end = await waitForChain(encryptedEvents, historyViews);
    const treeSize = end.ordinal;
    const chain = createStoredChain(historyViews);
    const span = { before: end.position + 1, after: -Infinity };
    const pages = request.filters === null ? [] : history.pages(request.filters, span, pageSize);
    const source = {
      pages: addOrdinals(pages, historyViews),
      treeSize,
      seals: await readRootedSeals(encryptedEvents, { keyId: key.keyId, treeSize }),
      readNode: createTreeNodeReader(chain),
      linkAt: createLinkReader(chain).at,
      open: createEventReader(subjectKeys),
      views: request.views,
    };
    yield* writeEvidence(source, { key, filter: request.filter, at: clock().toISOString() });
  };
}

async function* addOrdinals(
  pages: AsyncIterable<StoredEvent[]> | Iterable<StoredEvent[]>,
  historyViews: Pick<ViewReader, 'list'>,
): AsyncGenerator<ChainedEvent[]> {
  const lookUp = createHashLookup(historyViews);
  for await (const events of pages) {
    const page: ChainedEvent[] = [];
    for (const event of events) page.push({ event, ordinal: (await lookUp(event.position)).ordinal ?? 0 });
    yield page;
  }
}
