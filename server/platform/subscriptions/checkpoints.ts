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

/** The last event whose effects are all durable, as saved; null before the first start. */
export async function readCheckpoint(documents: Documents, id: string): Promise<Position | null> {
  return (await documents.get<CheckpointDoc>(space, id))?.position ?? null;
}

/** All that are saved, by id. */
export async function readCheckpoints(documents: Documents): Promise<Map<string, Position>> {
  const all = await listAll<CheckpointDoc>(documents, space);
  return new Map(all.map(({ id, position }) => [id, position]));
}

/** Moves the checkpoint to `position`; never back, as a former leader may save late. */
export async function saveCheckpoint(documents: Documents, position: Position, id: string): Promise<void> {
  await updateDocument(documents, { space, id }, (saved: CheckpointDoc | null) =>
    saved !== null && saved.position >= position ? saved : { id, position },
  );
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
  const saved = await readCheckpoint(documents, id);
  if (saved !== null) return saved;
  const first: CheckpointDoc = { id, position: await events.head() };
  return (await insertOrGet(documents, space, first)).position;
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
export function createTermCheckpoint({ documents, events }: CheckpointStores, id: (typeof checkpointIds)[number]) {
  const place = { space, id };
  return {
    read: async (): Promise<Terms> => {
      const position = await ensureCheckpoint(documents, events, id);
      return toTerms((await documents.get<CheckpointDoc>(space, id)) ?? { id, position });
    },
    /** Ends the former term. */
    begin: async (): Promise<Terms> => {
      const position = await ensureCheckpoint(documents, events, id);
      const next = await updateDocument(documents, place, (saved: CheckpointDoc | null) => {
        const former = toTerms(saved ?? { id, position });
        const ends = former.term === 0 ? {} : { ...former.ends, [former.term]: former.position };
        const recent = Object.fromEntries(Object.entries(ends).slice(-maxFormerTerms));
        return { id, position: former.position, term: former.term + 1, ends: recent };
      });
      return toTerms(next);
    },
    /** Throws Fenced where a later term has begun. */
    save: async (position: Position, term: number): Promise<void> => {
      await updateDocument(documents, place, (saved: CheckpointDoc | null) => {
        if (saved?.term !== term) throw new Fenced({ name: id, token: term });
        return saved.position >= position ? saved : { ...saved, position };
      });
    },
  };
}

function toTerms({ position, term = 0, ends = {} }: CheckpointDoc): Terms {
  return { position, term, ends };
}

/** For a subscriber that saves its position with its effects, or has none that outlive the process. */
export function createUnsavedCheckpoint(load: () => Promise<Position>): Checkpoint {
  return { load, save: () => Promise.resolve() };
}
