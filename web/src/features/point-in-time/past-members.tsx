import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { MembersAsOf } from '#domain/history/point-in-time.contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { formatCount, formatTime } from '#web/lib/format.ts';
import {
  createTableColumn,
  userColumns,
  UserList,
  UserSearchField,
  useUserList,
} from '#web/features/user-table/index.ts';
import { cancelPastMembers, pastMembersQuery, memberRowsQuery } from './queries.ts';

/** The members' table as of a day: built on request, then paged, sorted and searched. */
export function PastMembers({ at }: { at: string }) {
  const { data, error, refetch } = useQuery(pastMembersQuery(at));
  const title = `Members as of ${at}`;
  if (error) {
    return (
      <Card title={title}>
        <ErrorView message={error.message} retry={refetch} />
      </Card>
    );
  }
  if (data?.state === 'failed') {
    return (
      <Card title={title}>
        <ErrorView message="Couldn’t build this table. See the server log." retry={refetch} />
      </Card>
    );
  }
  if (data?.state !== 'ready') {
    return (
      <Card title={title} description="Rebuilding the table from the log.">
        <TableProgress progress={data ?? null} />
      </Card>
    );
  }
  return (
    <Card
      title={title}
      aside={<span className="text-sm text-muted">{formatCount(data.total ?? 0, 'user')}</span>}
      description={
        data.at === null
          ? 'No events by then.'
          : `Last event by then: ${formatTime(data.at)}, position ${String(data.position)}.`
      }
    >
      {data.total === 0 ? (
        <p className="text-muted">There were no users yet.</p>
      ) : (
        <MembersTable id={data.id} rebuild={refetch} />
      )}
    </Card>
  );
}

function TableProgress({ progress }: { progress: MembersAsOf | null }) {
  const navigate = useNavigate({ from: '/admin/history/as-of' });
  const { start, pending } = useUserAction(cancelPastMembers(progress?.id ?? ''), {
    onSuccess: () => navigate({ search: {} }),
    errorTitle: 'Could not cancel',
  });
  const percent = progress?.percent ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted" role="status">
      <progress
        aria-label="Building the table"
        max={100}
        {...(percent > 0 && { value: percent })}
        className="h-2 w-60 max-w-full accent-primary"
      />
      <span className="tabular-nums">{percent > 0 ? `${percent}%` : 'Finding that date…'}</span>
      {progress && (
        <Button variant="secondary" size="small" pending={pending && 'Cancelling…'} onClick={() => start()}>
          Cancel
        </Button>
      )}
    </div>
  );
}

const columns = userColumns.map((column) => createTableColumn(column));
const byEmail = [{ id: 'email', desc: false }];

type MembersTableProps = { id: string; rebuild: () => unknown };

/** The users at that time. `rebuild` is called if the table no longer exists. */
function MembersTable({ id, rebuild }: MembersTableProps) {
  const [q, setSearch] = useState('');
  const list = useUserList({
    createQuery: (params) => memberRowsQuery(id, params),
    filters: q === '' ? {} : { q },
    initialSorting: byEmail,
  });
  const retry = () => Promise.all([rebuild(), list.query.refetch()]);
  return (
    <>
      <div className="mb-4 max-w-xs">
        <UserSearchField value={q} onChange={setSearch} />
      </div>
      <UserList list={list} label="Users at this point" columns={columns} retry={retry} />
    </>
  );
}
