import { channelNames } from '#domain/alert/channels.contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import { type Documents, Fenced } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';
import { listAll } from '#projections/store/list-all.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Checkpoint } from './subscriber.ts';

const space = documentSpaces.checkpoints;
/** The checkpoints that are documents from the first start on; parts of a subscription have further ones. */
export const checkpointIds = [
  'matching',
  ...channelNames,
  'relay',
  'corrections',
  'pictures',
  'latency',
  'witness-webhook',
  'witness-email',
];

type CheckpointDoc = { id: string; position: Position; term?: number; ends?: Terms['ends'] };
/** Former terms that are kept: a process that was paused for more of them is taken for one of none. */
const maxFormerTerms = 20;

/** The last events whose effects are all durable, as saved, by id. */
export async function readCheckpoints(documents: Documents): Promise<Map<string, Position>> {
  const all = await listAll<CheckpointDoc>(documents, space);
  return new Map(all.map(({ id, position }) => [id, position]));
}

/**
 * Moves the checkpoint to `position`; never back, as a former leader may save late. With a `term`, throws Fenced where a
 * later one has begun.
 */
export async function saveCheckpoint(documents: Documents, position: Position, id: string, term?: number) {
  await updateDocument(documents, { space, id }, (saved: CheckpointDoc | null) => {
    if (term !== undefined && saved?.term !== term) throw new Fenced({ name: id, token: term });
    return saved !== null && saved.position >= position ? saved : { ...saved, id, position };
  });
}

/** Moves the checkpoint of a stopped subscriber to any position. */
export async function resetCheckpoint(documents: Documents, position: Position, id: string): Promise<void> {
  const doc: CheckpointDoc = { id, position };
  await documents.put(space, doc);
}

/** The saved checkpoint. Where no such subscriber ever ran it is the present end of the log, and saved. */
export async function ensureCheckpoint(
  documents: Documents,
  events: Pick<EventStore, 'head'>,
  id: string,
): Promise<Position> {
  return (await ensureDoc({ documents, events }, id)).position;
}

async function ensureDoc({ documents, events }: CheckpointStores, id: string): Promise<CheckpointDoc> {
  const saved = await documents.get<CheckpointDoc>(space, id);
  return saved ?? insertOrGet<CheckpointDoc>(documents, space, { id, position: await events.head() });
}

export type CheckpointStores = { documents: Documents; events: Pick<EventStore, 'head'> };

/** A document; the first time it is the end of the log, as past events are not processed. */
export function createDocumentCheckpoint(
  { documents, events }: CheckpointStores,
  id: (typeof checkpointIds)[number],
): Checkpoint {
  return {
    load: () => ensureCheckpoint(documents, events, id),
    save: (position) => saveCheckpoint(documents, position, id),
  };
}

/**
 * Each run of a subscriber has a term, counted from 1. `position` is what the latest has saved, and `ends` is where each
 * former one was when the next one began.
 */
export type Terms = { term: number; position: Position; ends: Readonly<Record<number, Position>> };

/** A checkpoint that only the latest run can save. */
export type TermCheckpoint = ReturnType<typeof createTermCheckpoint>;

/** As `createDocumentCheckpoint`, for a subscriber whose former runs may still be writing in other processes. */
export function createTermCheckpoint(stores: CheckpointStores, id: (typeof checkpointIds)[number]) {
  const { documents } = stores;
  return {
    read: async (): Promise<Terms> => toTerms(await ensureDoc(stores, id)),
    /** Ends the former term. */
    begin: async (): Promise<Terms> => {
      const first = await ensureDoc(stores, id);
      const next = await updateDocument(documents, { space, id }, (saved: CheckpointDoc | null) => {
        const { term, position, ends } = toTerms(saved ?? first);
        const all = term === 0 ? {} : { ...ends, [term]: position };
        const recent = Object.fromEntries(Object.entries(all).slice(-maxFormerTerms));
        return { id, position, term: term + 1, ends: recent };
      });
      return toTerms(next);
    },
    /** Throws Fenced where a later term has begun. */
    save: (position: Position, term: number): Promise<void> => saveCheckpoint(documents, position, id, term),
  };
}

function toTerms({ position, term = 0, ends = {} }: CheckpointDoc): Terms {
  return { position, term, ends };
}

/** For a subscriber that saves its position with its effects, or has none that outlive the process. */
export function createUnsavedCheckpoint(load: () => Promise<Position>): Checkpoint {
  return { load, save: () => Promise.resolve() };
}
