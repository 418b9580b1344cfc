import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '#domain/sign-in/sessions.contract.ts';
import { ConfirmActionDialog } from '#web/components/confirm-action-dialog.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SettingRow } from '#web/components/ui/setting-row.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { endOtherSessions, endSession, sessionsQuery } from './queries.ts';

/** Where the user is signed in. */
export function SessionList() {
  const [isEnding, setEnding] = useState(false);
  const query = useQuery(sessionsQuery);
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <SettingRow
      title="Where you’re signed in"
      heading="h3"
      state="Sign out anything that you don’t recognize, then change your password."
      controls={hasOthers ? [{ label: 'Sign out everywhere else', pending: false, start: () => setEnding(true) }] : []}
    >
      <QueryContent query={query} loading="Loading your sessions">
        {(sessions) => (
          <ul role="list" className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryContent>
      {isEnding && (
        <ConfirmActionDialog
          mutation={endOtherSessions}
          title="Sign out everywhere else?"
          action="Sign out"
          pending="Signing out…"
          close={() => setEnding(false)}
          onSuccess={() => toast({ title: 'Signed out everywhere else' })}
          errorTitle="Failed to sign out"
        >
          All other browsers and devices have to sign in again. You stay signed in here.
        </ConfirmActionDialog>
      )}
    </SettingRow>
  );
}

function SessionRow({ session: { id, browser, place, beganAt, lastUsedAt, isCurrent } }: { session: SessionView }) {
  const name = browser ?? 'Unknown browser';
  const end = useUserAction(endSession(id), {
    onSuccess: () => toast({ title: `${name} signed out` }),
    errorTitle: 'Failed to sign out',
  });
  return (
    <li className="flex items-center justify-between gap-4 py-2 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {name} {isCurrent && <Badge tone="primary">This one</Badge>}
        </p>
        <ul role="list" className="flex flex-wrap gap-x-3 text-muted">
          {place !== null && <li>{place}</li>}
          {beganAt !== null && (
            <li>
              Signed in <RelativeTime at={beganAt} />
            </li>
          )}
          {lastUsedAt !== null && (
            <li>
              Last used <RelativeTime at={lastUsedAt} />
            </li>
          )}
        </ul>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Sign out ${name}`}
          pending={end.pending && 'Signing out…'}
          onClick={() => end.start()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
