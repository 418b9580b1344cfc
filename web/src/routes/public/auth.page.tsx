import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Redirect } from '#web/components/redirect.tsx';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { LegalLinks } from '#web/features/auth/legal-links.tsx';
import { AuthTabs } from '#web/features/auth/auth-tabs.tsx';
import { HowItWorks } from '#web/features/auth/marketing/how-it-works.tsx';
import { SessionEnded } from '#web/features/auth/session-ended.tsx';
import { recordVisit } from '#web/features/auth/queries.ts';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';
import { clearCacheExceptUser } from '#web/lib/session/session.ts';
import { safeRedirectPath } from '#web/lib/session/safe-redirect.ts';

export function AuthPage() {
  const { user, loading } = useAuth();
  const queryClient = useQueryClient();
  const { state } = useLocation();
  // The parameters at arrival: once the page is left, the location is that of the next one.
  const [next] = useState(() => safeRedirectPath(state.back, window.location.origin));
  const isVisitor = !loading && !user;
  useEffect(() => {
    if (isVisitor) recordVisit();
  }, [isVisitor]);
  useEffect(() => {
    if (!user) clearCacheExceptUser(queryClient);
  }, [user, queryClient]);
  if (loading) return <PageSpinner />;
  // A user with a temporary password is asked for a new one first.
  if (user) return <Redirect to={user.mustChangePassword ? '/' : next} />;
  return (
    <AuthFrame>
      <div className="px-5 pt-8 sm:px-10 lg:col-start-2 lg:row-start-1 lg:px-14 lg:pt-[clamp(2rem,16dvh,14rem)]">
        <div className="mx-auto w-full max-w-md">
          <SessionEnded />
          <AuthTabs />
        </div>
      </div>
      <div className="z-10 px-5 py-8 sm:px-10 lg:col-start-1 lg:row-start-2 lg:px-14 lg:pb-12">
        <div className="mx-auto max-w-md lg:max-w-none">
          <HowItWorks />
        </div>
      </div>
      <div className="px-5 pb-8 sm:px-10 lg:col-start-2 lg:row-start-2 lg:self-end lg:px-14 lg:py-8">
        <LegalLinks />
      </div>
    </AuthFrame>
  );
}
