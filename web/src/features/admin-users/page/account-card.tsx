import { Link } from '@tanstack/react-router';
import { historyEndpoints } from '#domain/history/contract.ts';
import type { UserDetails } from '#domain/user-details/contract.ts';
import { standardPriceLimit, type UserView } from '#domain/user/contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { ProvenDownload } from '#web/features/security/index.ts';
import { MembershipStatusText, userColumns } from '#web/features/user-table/index.ts';
import { buildPath } from '#web/lib/api/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { getPageSetting } from '#web/lib/page/page-settings.ts';
import { getSnapshotTime } from '#web/lib/snapshot-mode.ts';
import { ActionsMenu } from '../actions-menu.tsx';
import { MemberSince } from '../member-since.tsx';
import { MembershipToggle } from '../membership-toggle.tsx';
import { PasswordCell } from '../password-cell.tsx';
import { Facts } from './facts.tsx';
import { SecondFactorReset } from './second-factor-reset.tsx';

/** Membership, limit and payments, with every action of the user's row. */
export function AccountCard({ details, viewer }: { details: UserDetails; viewer: UserView }) {
  const { user, registeredAt, payments } = details;
  const isFull = viewer.isAdmin;
  return (
    <Card title="Account" aside={<ActionsMenu user={user} viewer={viewer} />}>
      <Facts
        facts={{
          Membership: isFull ? (
            <MembershipToggle user={user} />
          ) : (
            <MembershipStatusText status={user.membershipStatus} />
          ),
          'Member since': isFull ? <MemberSince user={user} /> : showColumn('memberSince', user),
          Registered: formatDate(registeredAt),
          'Price limit': <PriceLimit user={user} />,
          ...(isFull && { Admin: showColumn('isAdmin', user) }),
          ...(payments && { Payments: <Payments payments={payments} /> }),
          Password: <PasswordCell userId={user.id} mayReveal={isFull && getPageSetting('password-reveal') !== 'off'} />,
        }}
      />
      {isFull && getSnapshotTime() === null && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Link to="/admin/history" search={{ person: user.id }} className={buttonClasses('secondary', 'small')}>
            History of this user
          </Link>
          <Link to="/admin/history/as-of" search={{ user: user.id }} className={buttonClasses('secondary', 'small')}>
            Time Travel
          </Link>
          <ProvenDownload href={buildPath(historyEndpoints.getUserEvidence, { params: { id: user.id } })}>
            Export evidence
          </ProvenDownload>
          {viewer.id !== user.id && <SecondFactorReset user={user} />}
        </div>
      )}
    </Card>
  );
}

type User = UserDetails['user'];

/** As the table of users shows it. */
function showColumn(column: 'memberSince' | 'isAdmin', user: User) {
  return userColumns.find(({ id }) => id === column)?.show(user);
}

function PriceLimit({ user: { maxPriceLimit, requestedHigherLimit } }: { user: User }) {
  const isGranted = maxPriceLimit > standardPriceLimit;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {formatWholeDollars(maxPriceLimit)}
      {isGranted && ' (granted)'}
      {requestedHigherLimit && <Badge tone="warm">Limit requested</Badge>}
    </span>
  );
}

function Payments({ payments }: { payments: NonNullable<UserDetails['payments']> }) {
  if (payments.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul role="list" className="grid gap-1">
      {payments.map(({ id, customerId, standing }) => (
        <li key={id}>
          {capitalize(standing)}
          <span className="text-muted">, {customerId ?? id}</span>
        </li>
      ))}
    </ul>
  );
}
