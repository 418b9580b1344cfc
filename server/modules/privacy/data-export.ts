import type { AccountDataExport } from '#domain/account-data/contract.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents, ViewReader } from '#projections/store/port.ts';
import { listRecentListings } from '#projections/recent-listings.ts';
import { toUserView, type UserDoc } from '#projections/users.ts';
import { type Mail, mailChannel, type Push } from '#server/modules/alerts/index.ts';
import type { Sellers } from '#server/modules/intake/index.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type HistoryExportDeps, buildHistoryExport } from './data-export-history.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

export type DataExportDeps = HistoryExportDeps & {
  documents: Documents;
  views: ViewReader;
  push: Pick<Push, 'subscriptions'>;
  sellers: Pick<Sellers, 'listByAddress'>;
  clock: Clock;
};

type SessionDoc = Doc & { data: { renewed?: number } };
type BounceDoc = Doc & { status: string; at: string };
type PaymentsDoc = Doc & { customerId: string | null; standing: string };

/** All data stored about a user, except what would open the account: passwords, hashes, sessions and keys. */
export async function buildDataExport(deps: DataExportDeps, user: UserDoc): Promise<AccountDataExport> {
  const { documents, views, push, sellers, clock } = deps;
  const [sessions, payments, mails, bounces, devices, offers, recentListings, history] = await Promise.all([
    listAll<SessionDoc>(documents, documentSpaces.sessions, { userId: user.id }),
    listAll<PaymentsDoc>(documents, documentSpaces.paymentSubscriptions, { userId: user.id }),
    listAll<Mail>(documents, documentSpaces.outbox, { userId: user.id }),
    listAll<BounceDoc>(documents, documentSpaces.bounces, { userId: user.id }),
    push.subscriptions.listByUser(user.id),
    sellers.listByAddress(user.email),
    listRecentListings(views, user),
    buildHistoryExport(deps, user),
  ]);
  return {
    madeAt: clock().toISOString(),
    ...toAccount(user),
    savedListings: user.recentListings,
    recentListings,
    sessions: sessions.map(({ data }) => ({
      lastRenewedAt: data.renewed ? new Date(data.renewed).toISOString() : null,
    })),
    signIns: history
      .filter(({ type }) => type === 'SignedIn' || type === 'SignedOut')
      .map(({ at, type }) => ({ at, type })),
    devices: devices.map(({ endpoint, createdAt }) => ({ service: new URL(endpoint).host, since: createdAt })),
    mailsWaiting: mails
      .filter(({ channel }) => channel === mailChannel)
      .map(({ content, createdAt, state }) => ({ about: content.kind, createdAt, state })),
    offers,
    mailsReturned: bounces.map(({ status, at }) => ({ status, at })),
    membership: {
      ...toMembership(user),
      payments: payments.map(({ customerId, standing }) => ({ customerId, standing })),
    },
    history,
  };
}

function toMembership(user: UserDoc) {
  const { membershipStatus, memberSince, maxPriceLimit, requestedHigherLimit } = user;
  return { membershipStatus, memberSince, maxPriceLimit, requestedHigherLimit };
}

/** Exported under other names. */
const excludedFields = new Set([
  ...['id', 'email', 'mustChangePassword', 'isAdmin', 'isHelperAdmin', 'recentListings'],
  ...['membershipStatus', 'memberSince', 'maxPriceLimit', 'requestedHigherLimit'],
]);

/** A field that belongs neither to the account nor to the membership is a filter or a notification setting. */
function toAccount(user: UserDoc): Pick<AccountDataExport, 'account' | 'filters'> {
  const { id, email, mustChangePassword, role, registeredAt } = user;
  const filters = Object.entries(toUserView(user)).filter(([name]) => !excludedFields.has(name));
  return { account: { id, email, mustChangePassword, role, registeredAt }, filters: Object.fromEntries(filters) };
}
