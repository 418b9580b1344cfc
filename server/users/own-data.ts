import type { OwnData } from '#domain/user/own.contract.ts';
import type { Doc } from '#projections/store/port.ts';
import { recentFor } from '#projections/recent-listings.ts';
import { toUserView, type UserDoc } from '#projections/users.ts';
import type { Context } from '../context.ts';
import { type Mail, outboxSpace } from '../mail/mail.ts';
import { ownHistory } from './own-history.ts';

type Session = Doc & { data: { renewed?: number } };
type Bounce = Doc & { status: string; at: string };
type Payments = Doc & { customerId: string | null; standing: string };

/** All that is held on a user, but for what would open the account: no password, hash, session or key. */
export async function ownData(context: Context, user: UserDoc): Promise<OwnData> {
  const { documents, views, push, sellers, clock } = context;
  const [sessions, payments, mails, bounces, devices, offers, recentListings, history] = await Promise.all([
    documents.findBy<Session>('sessions', 'userId', user.id),
    documents.findBy<Payments>('subscriptions', 'userId', user.id),
    documents.findBy<Mail>(outboxSpace, 'userId', user.id),
    documents.findBy<Bounce>('bounces', 'userId', user.id),
    push.subscriptions.of(user.id),
    sellers.ofAddress(user.email),
    recentFor(views, user),
    ownHistory(context, user),
  ]);
  return {
    madeAt: clock().toISOString(),
    ...accountOf(user),
    savedListings: user.recentListings,
    recentListings,
    sessions: sessions.map(({ data }) => ({
      lastRenewedAt: data.renewed ? new Date(data.renewed).toISOString() : null,
    })),
    signIns: history
      .filter(({ type }) => type === 'SignedIn' || type === 'SignedOut')
      .map(({ at, type }) => ({ at, type })),
    devices: devices.map(({ endpoint, createdAt }) => ({ service: new URL(endpoint).host, since: createdAt })),
    mailsWaiting: mails.map(({ content, createdAt, state }) => ({ about: content.kind, createdAt, state })),
    offers,
    mailsReturned: bounces.map(({ status, at }) => ({ status, at })),
    membership: {
      ...membershipOf(user),
      payments: payments.map(({ customerId, standing }) => ({ customerId, standing })),
    },
    history,
  };
}

function membershipOf(user: UserDoc) {
  const { membershipStatus, memberSince, maxPriceLimit, requestedHigherLimit } = user;
  return { membershipStatus, memberSince, maxPriceLimit, requestedHigherLimit };
}

/** Told under other names. */
const elsewhere = new Set([
  ...['id', 'email', 'mustChangePassword', 'isAdmin', 'isHelperAdmin', 'recentListings'],
  ...['membershipStatus', 'memberSince', 'maxPriceLimit', 'requestedHigherLimit'],
]);

/** What is not the account or the membership is a filter, or a setting of notifications. */
function accountOf(user: UserDoc): Pick<OwnData, 'account' | 'filters'> {
  const { id, email, mustChangePassword, role, registeredAt } = user;
  const filters = Object.entries(toUserView(user)).filter(([name]) => !elsewhere.has(name));
  return { account: { id, email, mustChangePassword, role, registeredAt }, filters: Object.fromEntries(filters) };
}
