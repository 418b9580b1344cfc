import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '#web/components/ui/notice.tsx';
import { hasSecondFactor, securityQuery } from './queries.ts';

/** Asks an admin without a second factor to set one up. */
export function SecondFactorNotice() {
  const { data: security } = useQuery(securityQuery);
  if (!security || hasSecondFactor(security)) return null;
  return (
    <Notice>
      Protect your account:{' '}
      <Link to="/profile" hash="security" className="rounded-sm font-semibold underline underline-offset-2">
        set up a second factor
      </Link>
      .
    </Notice>
  );
}
