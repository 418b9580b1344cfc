import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MessagePage } from '#web/components/layout/message-page.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { getPageSetting } from '#web/lib/page/page-settings.ts';
import { hasSecondFactor, securityQuery } from './queries.ts';

/** A page for admins; where the installation requires a second factor, only for those who have one. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const isRequired = getPageSetting('admin-second-factor') === 'required';
  const { data: security, isPending } = useQuery({ ...securityQuery, enabled: isRequired });
  if (!isRequired) return children;
  if (isPending) return <PageSpinner />;
  if (!security || hasSecondFactor(security)) return children;
  return (
    <MessagePage title="Set up a second factor" text="Admins need a second factor here to open this page.">
      <Link to="/profile" hash="security" className={buttonClasses()}>
        Open Security
      </Link>
    </MessagePage>
  );
}
