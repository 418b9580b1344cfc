import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageSpinner } from './ui/spinner.tsx';

/** Moves on to another page, in place of the one asked for; again, where the person goes back before it is there. */
export function Redirect({ to }: { to: '/' | '/auth' }) {
  const router = useRouter();
  const { href, pathname } = useLocation();
  useEffect(() => {
    if (pathname !== to) void router.navigate({ to, replace: true });
  }, [router, to, href, pathname]);
  return <PageSpinner />;
}
