import type { AlertEvent } from '#domain/alert/events.ts';
import type { AnnouncementEvent } from '#domain/announcement/events.ts';
import type { DeadLetterEvent } from '#domain/dead-letter/events.ts';
import type { InstallationEvent } from '#domain/installation/events.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { MarkEvent } from '#domain/member-listing/events.ts';
import type { SealEvent } from '#domain/log-seal/events.ts';
import type { PictureEvent } from '#domain/picture/events.ts';
import type { AnyEvent, Recorded, StreamName } from '#domain/shared/decider.ts';
import type { AccessEvent } from '#domain/sign-in/events.ts';
import type { SubscriptionEvent } from '#domain/subscription/events.ts';
import type { SourceEvent } from '#domain/source/events.ts';
import type { EmailEvent, UserEvent } from '#domain/user/events.ts';
import type { VisitEvent } from '#domain/visit/events.ts';
import type { WorkflowEvent } from '#domain/workflow-log/events.ts';

/** The events of each kind of stream. A stream is named by its kind and, where there are several, an id. */
export type StreamEvents = {
  user: UserEvent;
  email: EmailEvent;
  access: AccessEvent;
  listing: ListingEvent;
  alert: AlertEvent;
  mark: MarkEvent;
  pictures: PictureEvent;
  announcement: AnnouncementEvent;
  visit: VisitEvent;
  forgotten: VisitEvent;
  source: SourceEvent;
  subscription: SubscriptionEvent;
  letter: DeadLetterEvent;
  note: WorkflowEvent;
  import: WorkflowEvent;
  seal: SealEvent;
  installation: InstallationEvent;
};
export type StreamKind = keyof StreamEvents;

export const userStream = (userId: string) => nameStream('user', userId);
/** `key` is a pseudonym of the address. */
export const emailStream = (key: string) => nameStream('email', key);
export const accessStream = (userId: string) => nameStream('access', userId);
export const listingStream = (listingId: string) => nameStream('listing', listingId);
/** The `n`-th alert of a listing, from 0. */
export const alertStream = (listingId: string, n: number) => nameStream('alert', `${listingId}-${n}`);
export const markStream = (markId: string) => nameStream('mark', markId);
export const pictureStream = (listingId: string) => nameStream('pictures', listingId);
export const announcementStream = nameStream('announcement');
export const visitStream = (visitId: string) => nameStream('visit', visitId);
/** What was forgotten in one go is named by its first visit. */
export const forgottenVisitsStream = (visitId: string) => nameStream('forgotten', visitId);
export const sourceStream = (sourceId: string) => nameStream('source', sourceId);
/** `key` is a hash of its id at the payment provider. */
export const subscriptionStream = (key: string) => nameStream('subscription', key);
export const deadLetterStream = (id: string) => nameStream('letter', id);
export const noteStream = (noteId: string) => nameStream('note', noteId);
export const importStream = (importId: string) => nameStream('import', importId);
export const sealStream = nameStream('seal');
export const installationStream = nameStream('installation');

/** Whether an event of the whole log is in a stream of this kind, and so one of its events. */
export function isInStream<Kind extends StreamKind>(
  event: AnyEvent,
  kind: Kind,
): event is Recorded<StreamEvents[Kind]> {
  return parseStreamName(event.stream).kind === kind;
}

/** The kind of any stream, known or not, and what follows it. */
export function parseStreamName(stream: string): { kind: string; id: string } {
  const end = stream.indexOf('-');
  return end < 0 ? { kind: stream, id: '' } : { kind: stream.slice(0, end), id: stream.slice(end + 1) };
}

function nameStream<Kind extends StreamKind>(kind: Kind, id?: string): StreamName<StreamEvents[Kind]> {
  // The events are in the type only.
  return (id === undefined ? kind : `${kind}-${id}`) as StreamName<StreamEvents[Kind]>;
}
