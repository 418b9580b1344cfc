import { useQuery } from '@tanstack/react-query';
import { Notice } from '#web/components/ui/notice.tsx';
import { scoutingQuery } from './queries.ts';

/** Tells a member that mail to their address bounced, until they change it. */
export function MailNotice({ zipCode, email }: { zipCode: string; email: string }) {
  const { data } = useQuery(scoutingQuery(zipCode));
  if (data?.mailReturnedFrom !== email) return null;
  return <Notice>Our emails to {email} bounced. Update your address below; until then alerts appear here only.</Notice>;
}
