import { useLocation } from '@tanstack/react-router';
import { Notice } from '#web/components/ui/notice.tsx';

/** Explains why a signed-in user was redirected to the sign-in page. */
export function SessionEnded() {
  const { sessionEnded } = useLocation().state;
  return (
    sessionEnded && (
      <div role="alert" className="mb-6">
        <Notice>Your session has ended. Please sign in again.</Notice>
      </div>
    )
  );
}
