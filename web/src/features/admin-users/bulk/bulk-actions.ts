import type { BulkOutcome } from '#domain/shared/bulk.contract.ts';
import type { UserBulkAction } from '#domain/user/admin.contract.ts';
import { formatCount } from '#web/lib/format.ts';

type BulkActionTexts = { label: string; pending: string; consequence: string; describeDone: (count: number) => string };

export const bulkActions: Record<UserBulkAction, BulkActionTexts> = {
  activate: {
    label: 'Activate',
    pending: 'Activating…',
    consequence: 'Their memberships become active, so they can get alerts.',
    describeDone: (count) => `${formatCount(count, 'user')} activated`,
  },
  deactivate: {
    label: 'Deactivate',
    pending: 'Deactivating…',
    consequence: 'Their memberships become unconfirmed, so they stop getting alerts.',
    describeDone: (count) => `${formatCount(count, 'user')} deactivated`,
  },
  'clear-request': {
    label: 'Clear request',
    pending: 'Clearing…',
    consequence: 'Their requests for a higher limit are cleared without being granted.',
    describeDone: (count) => `Request cleared for ${formatCount(count, 'user')}`,
  },
};

const maxNamed = 3;

/** The first few texts, and how many more there are. */
export function joinFirst(texts: readonly string[]): string {
  const more = texts.length - maxNamed;
  return [...texts.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** Title and description of the toast after a bulk action. */
export function describeOutcome(
  action: UserBulkAction,
  { done, failed }: BulkOutcome,
  getEmail: (id: string) => string,
) {
  const title = bulkActions[action].describeDone(done);
  if (failed.length === 0) return { title };
  const reasons = failed.map(({ id, reason }) => `${getEmail(id)} (${reason})`);
  return {
    title: `${title}, ${failed.length.toLocaleString('en-US')} failed`,
    description: joinFirst(reasons),
    variant: 'destructive' as const,
  };
}
