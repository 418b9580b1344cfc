import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageSpinner } from './ui/spinner.tsx';

type RedirectProps = { to: string; state?: HistoryState };

/** Moves on to another page, in place of the one asked for; again, where the person goes back before it is there. */
export function Redirect({ to, state }: RedirectProps) {
  const { history } = useRouter();
  const { href } = useLocation();
  useEffect(() => {
    // Not where the router says we are: it may still be on its way to `to`.
    if (history.location.href !== to) history.replace(to, state);
  }, [history, to, state, href]);
  return <PageSpinner />;
}
