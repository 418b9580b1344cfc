import { access } from '#domain/sign-in/decider.ts';
import { listingMark } from '#domain/member-listing/decider.ts';
import { alert } from '#domain/alert/decider.ts';
import { announcement } from '#domain/announcement/decider.ts';
import { deadLetter } from '#domain/dead-letter/decider.ts';
import { installation } from '#domain/installation/decider.ts';
import { listing } from '#domain/listing/decider.ts';
import { listingPictures } from '#domain/picture/decider.ts';
import { seals } from '#domain/log-seal/decider.ts';
import { source } from '#domain/source/decider.ts';
import { subscription } from '#domain/subscription/decider.ts';
import { email, user } from '#domain/user/decider.ts';
import { visit } from '#domain/visit/decider.ts';
import { workflow } from '#domain/workflow-log/decider.ts';
import { parseStreamName, type StreamKind } from '#domain/event-catalog/streams.ts';
import { hasDamagedData } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

const deciders = {
  user,
  email,
  access,
  listing,
  alert,
  mark: listingMark,
  pictures: listingPictures,
  announcement,
  visit,
  source,
  subscription,
  forgotten: visit,
  note: workflow,
  import: workflow,
  letter: deadLetter,
  seal: seals,
  installation,
} satisfies Record<StreamKind, unknown>;
const decidersByKind = new Map<string, unknown>(Object.entries(deciders));

/** The state that a command of this stream sees after these events; null for a stream of an unknown kind. */
export function foldDecidedState(stream: string, events: readonly StoredEvent[]): { state: unknown } | null {
  const decider = decidersByKind.get(parseStreamName(stream).kind);
  if (decider === undefined) return null;
  // A stream holds the events of its own decider.
  const { evolve, initialState } = decider as {
    evolve: (state: unknown, event: StoredEvent) => unknown;
    initialState: unknown;
  };
  return { state: events.filter((event) => !hasDamagedData(event)).reduce(evolve, initialState) };
}
