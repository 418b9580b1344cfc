import type { UserDetails, UserPayment } from '#domain/user-details/contract.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { listAll } from '#projections/store/list-all.ts';
import { toPositionId } from '#projections/store/position-id.ts';
import { toAdminUserView, type UserDoc } from '#projections/users.ts';
import { findEntries, type WorkflowLogSource } from '#projections/workflow-log.ts';
import type { AlertChannels, Push } from '#server/modules/alerts/index.ts';
import { presentSearches, type PresentSearchesDeps } from '#server/modules/searches/index.ts';
import { allEvents, type AuditLog, IndexBehind } from '#server/modules/audit/index.ts';
import type { ReadDeps, ViewDeps } from '#server/platform/modules/platform.ts';
import { readNotes } from './read-notes.ts';

/** How many of the newest events that name the user are shown, as far as the workflow log has them. */
const maxLogLines = 30;
const entireLog = { before: Infinity, after: -Infinity };

export type UserDetailsDeps = ReadDeps &
  Pick<ViewDeps, 'documents'> &
  WorkflowLogSource &
  PresentSearchesDeps & {
    channels: Pick<AlertChannels, 'list' | 'findOutcomes'>;
    push: { subscriptions: Pick<Push['subscriptions'], 'listByUser'> };
    auditLog: { history: Pick<AuditLog['history'], 'page'> };
  };

/** A user as `viewer`, an admin, may see them. Throws StoreUnavailable while the recent listings are being read. */
export async function readUserDetails(deps: UserDetailsDeps, user: UserDoc, viewer: UserDoc): Promise<UserDetails> {
  const [searches, channels, devices, notes] = await Promise.all([
    presentSearches(deps, user),
    deps.channels.list(user),
    deps.push.subscriptions.listByUser(user.id),
    readNotes(deps, user.id),
  ]);
  const isFull = isFullAdmin(viewer.role);
  return {
    user: toAdminUserView(user, { isAdmin: isFull }),
    registeredAt: user.registeredAt,
    searches,
    channels: channels.map(({ channel, isOn, problem }) => ({ channel, isOn, problem })),
    devices: devices.map(({ endpoint, createdAt }) => ({ service: new URL(endpoint).host, since: createdAt })),
    notes,
    ...(isFull && { payments: await readPayments(deps, user.id), log: await readLog(deps, user.id) }),
  };
}

async function readPayments({ documents }: UserDetailsDeps, userId: string): Promise<UserPayment[]> {
  const payments = await listAll<UserPayment>(documents, documentSpaces.paymentSubscriptions, { userId });
  return payments.map(({ id, customerId, standing }) => ({ id, customerId, standing }));
}

async function readLog({ auditLog, ...source }: UserDetailsDeps, userId: string): Promise<UserDetails['log']> {
  try {
    const { events } = await auditLog.history.page({ ...allEvents, person: userId }, entireLog, maxLogLines);
    return await findEntries(
      source,
      events.map(({ position }) => toPositionId(position)),
    );
  } catch (error) {
    if (error instanceof IndexBehind) return null;
    throw error;
  }
}
