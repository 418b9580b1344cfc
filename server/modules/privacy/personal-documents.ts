import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { type Mail, mailChannel } from '#server/modules/alerts/index.ts';
import { redactFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { ExportPart, PersonalDataDeps, PersonalDataStore } from './personal-data.ts';

/** Documents that name their user, by space, as far as the user gets them. */
type OwnDocuments = {
  sessions: Doc & { data: { renewed?: number } };
  outbox: Mail;
  'push-subscriptions': Doc & { endpoint: string; createdAt: string };
  'payment-subscriptions': Doc & { customerId: string | null; standing: string };
  'channel-links': Doc;
  'channel-codes': Doc;
  'first-minutes': Doc;
  shares: Doc & { listingId: string; expiresAt: string };
  'second-factors': Doc;
  'passkey-ceremonies': Doc;
  'test-alerts': Doc;
  'weekly-summaries': Doc;
  bounces: Doc & { status: string; at: string };
};

const subject = 'user';
const opensAccount = 'It would open the account';
const byKey = 'It goes with the key of the user';

/** Those that need no work of their own. */
const fixedStores: PersonalDataStore[] = [
  { space: documentSpaces.digests, subject, export: 'The history has it', erase: 'The matcher withholds it' },
  { space: documentSpaces.accountErasures, subject, export: opensAccount, erase: 'The erasure itself ends it' },
  { space: documentSpaces.subjectKeys, subject, export: opensAccount, erase: byKey },
  { space: documentSpaces.subjectTokens, subject, export: opensAccount, erase: byKey },
];

/** The spaces of the document store with data of users. */
export function createDocumentStores(deps: PersonalDataDeps): PersonalDataStore[] {
  const { documents, sessions: userSessions, vault, passwordRequests, sellers, channels } = deps;
  const own = createOwnDocuments(documents);
  const mailsOf = (items: Mail[]) => items.filter(({ channel }) => channel === mailChannel);
  return [
    {
      ...own(documentSpaces.sessions, (sessions) => ({
        sessions: sessions.map(({ data: { renewed } }) => ({ lastRenewedAt: toTime(renewed) })),
      })),
      erase: ({ userId }) => userSessions.endAllOf(userId),
    },
    {
      space: documentSpaces.credentials,
      subject,
      export: opensAccount,
      erase: ({ userId }) => vault.remove(userId),
    },
    {
      space: documentSpaces.passwordRequests,
      subject,
      export: opensAccount,
      erase: ({ addresses }) => passwordRequests.forget(addresses),
    },
    {
      space: documentSpaces.sellerContacts,
      subject,
      export: async ({ email }) => ({ offers: await sellers.listByAddress(email) }),
      erase: ({ addresses }) => sellers.forgetAddresses(addresses),
    },
    own(documentSpaces.outbox, (items) => ({
      mailsWaiting: mailsOf(items).map(({ content, ...mail }) => ({ ...mail, about: content.kind })),
    })),
    own(documentSpaces.pushSubscriptions, (devices) => ({
      devices: devices.map(({ endpoint, createdAt }) => ({ service: new URL(endpoint).host, since: createdAt })),
    })),
    { ...own(documentSpaces.channelCodes, () => ({})), export: 'It would link a chat to the account' },
    {
      ...own(documentSpaces.channelLinks, () => ({})),
      export: async ({ id }) => ({ channels: await channels.exportTargets(id) }),
    },
    { ...own(documentSpaces.firstMinutes, () => ({})), export: 'It has only whether a checklist was done' },
    { ...own(documentSpaces.secondFactors, () => ({})), export: opensAccount },
    { ...own(documentSpaces.passkeyCeremonies, () => ({})), export: opensAccount },
    { ...own(documentSpaces.testAlerts, () => ({})), export: 'The user was sent it' },
    own(documentSpaces.shares, (shares) => ({
      shares: shares.map(({ listingId, expiresAt }) => ({ listingId, expiresAt })),
    })),
    { ...own(documentSpaces.weeklySummaries, () => ({})), export: 'It has only when the next one is due' },
    own(documentSpaces.paymentSubscriptions, (payments) => ({ membership: { payments } })),
    own(documentSpaces.bounces, (mailsReturned) => ({ mailsReturned })),
    {
      space: documentSpaces.failedEvents,
      subject,
      export: 'The history has the events',
      erase: ({ userId }) => redactFailedEvents(documents, userId),
    },
    ...fixedStores,
  ];
}

function createOwnDocuments(documents: Documents) {
  return <Space extends keyof OwnDocuments>(
    space: Space,
    toPart: (docs: OwnDocuments[Space][]) => ExportPart,
  ): PersonalDataStore => ({
    space,
    subject,
    export: async (user) => toPart(await listAll<OwnDocuments[Space]>(documents, space, { userId: user.id })),
    erase: async ({ userId }) => {
      const docs = await listAll(documents, space, { userId });
      await documents.removeAll(
        space,
        docs.map(({ id }) => id),
      );
    },
  });
}

function toTime(ms: number | undefined): string | null {
  return ms === undefined || ms === 0 ? null : new Date(ms).toISOString();
}
