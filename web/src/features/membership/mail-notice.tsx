import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/components/ui/notice.tsx';
import { scoutingQuery } from './queries.ts';

/** Tells a member that mail to their address bounced, until they change it. */
export function MailNotice({ zipCode, email }: { zipCode: string; email: string }) {
  const { data } = useQuery(scoutingQuery(zipCode));
  if (data?.mailReturnedFrom !== email) return null;
  return (
    <Notice>
      Mail to {email} came back, so no alerts are mailed to you. Change your email below to get them again; your alerts
      are on this page meanwhile.
    </Notice>
  );
}
