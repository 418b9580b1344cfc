import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageSpinner } from './ui/spinner.tsx';

type RedirectProps = { to: string; state?: HistoryState };

/** Redirects to another page; again, if the user goes back before it is loaded. */
export function Redirect({ to, state }: RedirectProps) {
  const { history } = useRouter();
  const { href } = useLocation();
  useEffect(() => {
    // Not the router's location: that may already be `to`.
    if (history.location.href !== to) history.replace(to, state);
  }, [history, to, state, href]);
  return <PageSpinner />;
}
