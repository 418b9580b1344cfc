import { useQuery } from '@tanstack/react-query';
import type { UserDetails } from '#domain/user-details/contract.ts';
import type { UserView as Viewer } from '#domain/user/contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { MatchCheck } from '#web/features/match-explanation/index.ts';
import { ListingsPanel } from '#web/features/saved-listings/index.ts';
import { LogLines } from '#web/features/workflow-log/index.ts';
import { AccountCard } from './account-card.tsx';
import { AlertsCard } from './alerts-card.tsx';
import { ChannelsCard } from './channels-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { userDetailsQuery } from './queries.ts';
import { SearchesCard } from './searches-card.tsx';

const columnClasses = 'grid grid-cols-[minmax(0,1fr)] content-start gap-6';

/** All that admins know of one user. */
export function UserDetailsView({ id, viewer }: { id: string; viewer: Viewer }) {
  const query = useQuery(userDetailsQuery(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className={columnClasses}>
        <QueryContent query={query} loading="Loading the user">
          {(details) => <ProfileCards details={details} viewer={viewer} />}
        </QueryContent>
      </div>
      <div className={columnClasses}>
        <Card title="Why did they not get it?" description="Choose a listing to check it against the filters.">
          <div className="min-h-104">
            <MatchCheck user={id} />
          </div>
        </Card>
        <AlertsCard userId={id} />
        {query.data && <ActivityCards {...query.data} />}
      </div>
    </div>
  );
}

function ProfileCards({ details, viewer }: { details: UserDetails; viewer: Viewer }) {
  const { user, searches, channels, devices, notes } = details;
  return (
    <>
      <AccountCard details={details} viewer={viewer} />
      <SearchesCard user={user} searches={searches} />
      <ChannelsCard channels={channels} devices={devices} />
      <NotesCard userId={user.id} notes={notes} />
    </>
  );
}

function ActivityCards({ user, log }: Pick<UserDetails, 'user' | 'log'>) {
  return (
    <>
      <Card title="Saved listings">
        <ListingsPanel user={user} />
      </Card>
      {log !== undefined && (
        <Card title="Workflow log">
          {log === null ? (
            <p className="text-muted">The log is being indexed. Try again in a moment.</p>
          ) : (
            <LogLines entries={log} />
          )}
        </Card>
      )}
    </>
  );
}
