import { useLocation } from '@tanstack/react-router';
import { didDeleteAccount } from '#web/lib/session/session-end.ts';
import { Notice } from '#web/components/ui/notice.tsx';

/** Explains why a signed-in user was redirected to the sign-in page: the session ended, or the account was deleted. */
export function SessionEnded() {
  const { sessionEnded } = useLocation().state;
  if (didDeleteAccount()) {
    return (
      <div role="status" className="mb-6">
        <Notice>Your account and data have been deleted.</Notice>
      </div>
    );
  }
  return (
    sessionEnded && (
      <div role="alert" className="mb-6">
        <Notice>Your session has ended. Please sign in again.</Notice>
      </div>
    )
  );
}
