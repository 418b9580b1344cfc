import type { AlertEvent } from '#domain/alert/events.ts';
import { describeEvidence } from '#domain/deduplication/repost-evidence.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { MarkEvent } from '#domain/member-listing/events.ts';
import type { PictureEvent } from '#domain/picture/events.ts';
import type { PlaceNames } from '#domain/listing/facts.contract.ts';
import { pluralize } from '#domain/shared/pluralize.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { message, type MessagePart } from '#domain/workflow-log/message-parts.ts';
import type { EventDeclarations, SealedMembers } from './event-declaration.ts';

const listing = 'listing-<listingId>';
const alert = 'alert-<listingId>-<n>';
const alertedMembers: SealedMembers = { field: 'members', erase: (userId) => ({ userId, figures: null }) };
const memberIds: SealedMembers = { field: 'userIds', erase: (userId) => userId };

const nameListing = ({ listingId }: { listingId: string }): MessagePart => ({ listing: listingId });

export const listingEvents = {
  ListingFound: {
    stream: listing,
    summary: 'A source offered a listing that was not known, or was withdrawn.',
    line: ({ data }, by) =>
      message`New listing: ${nameListing(data)}, ${formatWholeDollars(data.price)} in ${formatPlace(data.place)} (${formatOrigin(data, by)})`,
  },
  ListingHeld: {
    stream: listing,
    summary: 'An item waits for the review of an admin.',
    line: ({ data }, by) => {
      const { title } = data.item;
      const name = typeof title === 'string' ? title : 'a listing without a title';
      return message`Listing to review: ${name} (${formatOrigin(data, by)}). ${data.reason}`;
    },
  },
  ListingRepriced: {
    stream: listing,
    summary: 'A known listing was offered at another price.',
    line: ({ data }) => {
      const [before, now] = [data.previousPrice, data.price].map(formatWholeDollars);
      return message`Price of ${nameListing(data)} changed from ${before ?? ''} to ${now ?? ''}`;
    },
  },
  ListingRetyped: {
    stream: listing,
    summary: 'An admin corrected the type of a listing.',
    line: ({ data }, by) =>
      message`Type of ${nameListing(data)} changed from ${data.previousType} to ${data.facts.propertyType}${by}`,
  },
  ListingReposted: {
    stream: listing,
    summary: 'A known listing was offered again under another id or link.',
    line: ({ data }, by) =>
      message`${{ listing: data.originalId }} posted again for ${formatWholeDollars(data.price)} (${formatOrigin(data, by)}). ${describeEvidence(data.evidence)}`,
  },
  ListingWithdrawn: {
    stream: listing,
    summary: 'A listing is no longer offered.',
    line: ({ data }, by) => message`${nameListing(data)} withdrawn${by}: ${data.reason}`,
  },
  ListingAccepted: {
    stream: listing,
    summary: 'An admin accepted an item that waited for review.',
    line: ({ data }, by) => {
      const changes = data.corrected.length === 0 ? '' : `, with another ${data.corrected.join(', ')}`;
      return message`${nameListing(data)} accepted in the review${by}${changes}`;
    },
  },
  ListingRejected: {
    stream: listing,
    summary: 'An admin rejected an item that waited for review.',
    line: ({ data: { title, reason } }, by) =>
      message`${title} rejected in the review${by}${reason === undefined ? '' : `: ${reason}`}`,
  },
  AlertsMatched: {
    stream: alert,
    summary: 'A listing matched the filters of these members, at most 500 of them.',
    isLogged: false,
    members: alertedMembers,
    line: ({ data }) => {
      const news = data.kind === 'new' ? 'New listing' : 'Price drop';
      return message`${news} matched ${pluralize(data.members.length, 'member')}: ${data.listing.title}`;
    },
  },
  AlertsDelivered: {
    stream: alert,
    summary: 'These members were notified of the listing, at once or with a daily digest.',
    members: alertedMembers,
    line: ({ data }) => message`Alert sent to ${formatReceivers(data.members)}: ${nameListing(data)}`,
  },
  AlertsWithheld: {
    stream: alert,
    summary: 'These members were matched, but not notified, as a later event made the alert obsolete.',
    isLogged: false,
    members: memberIds,
    line: () => ['Alerts withheld'],
  },
  ListingMarked: {
    stream: 'mark-<markId>',
    summary: 'A member marked a listing as read, saved or hidden, set its status, or wrote a note about it.',
    isLogged: false,
    members: { field: 'members', erase: (userId) => ({ userId, listingId: null }) },
    line: ({ data }) => message`${formatReceivers(data.members)} marked a listing`,
  },
  PicturesChanged: {
    stream: 'pictures-<listingId>',
    summary: 'The pictures of a listing were stored, or deleted.',
    isLogged: false,
    line: ({ data }) => message`${nameListing(data)} has ${pluralize(data.pictureIds.length, 'picture')}`,
  },
} satisfies EventDeclarations<ListingEvent | AlertEvent | MarkEvent | PictureEvent>;

/** The token stands for the only receiver, so that the line leads to no deleted user. */
function formatReceivers(members: readonly { token?: string }[]): MessagePart {
  const [only] = members;
  return members.length === 1 && only?.token !== undefined
    ? { member: only.token }
    : pluralize(members.length, 'member');
}

/** An entered or accepted listing always has a person as its actor. */
function formatOrigin({ source }: { source: string }, by: MessagePart[]): MessagePart[] {
  return source === builtInSources.entry ? message`from ${source}${by}` : message`from ${source}`;
}

function formatPlace({ city, state, zipCode }: PlaceNames): string {
  const named = [city, state].filter((part) => part !== null).join(', ');
  return named || (zipCode ?? 'a place without a name');
}
