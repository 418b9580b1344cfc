import { useQueryClient } from '@tanstack/react-query';
import { Redirect } from '#web/components/redirect.tsx';
import { useEffect } from 'react';
import { EntryTabs } from '#web/features/auth/entry-tabs.tsx';
import { HowItWorks } from '#web/features/auth/how-it-works.tsx';
import { MarketingHeader } from '#web/features/auth/marketing-header.tsx';
import { ScoutMap } from '#web/features/auth/scout-map.tsx';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { useAuth } from '#web/lib/auth.tsx';
import { forgetOthers } from '#web/lib/session.ts';

export function AuthPage() {
  const { user, loading } = useAuth();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!user) forgetOthers(queryClient);
  }, [user, queryClient]);
  if (loading) return <PageSpinner />;
  if (user) return <Redirect to="/" />;
  return (
    <main className="grid min-h-dvh content-start lg:grid-cols-[minmax(0,1.25fr)_minmax(26rem,1fr)] lg:grid-rows-[1fr_auto]">
      <div className="col-start-1 row-start-1 grid lg:row-end-3">
        <ScoutMap />
      </div>
      <div className="z-10 col-start-1 row-start-1 grid">
        <MarketingHeader />
      </div>
      <div className="px-5 pt-8 sm:px-10 lg:col-start-2 lg:row-start-1 lg:row-end-3 lg:px-14 lg:pt-[clamp(2rem,20dvh,14rem)] lg:pb-8">
        <div className="mx-auto w-full max-w-md">
          <EntryTabs />
        </div>
      </div>
      <div className="z-10 px-5 py-8 sm:px-10 lg:col-start-1 lg:row-start-2 lg:px-14 lg:pb-12">
        <div className="mx-auto max-w-md lg:max-w-none">
          <HowItWorks />
        </div>
      </div>
    </main>
  );
}
