import { useQuery } from '@tanstack/react-query';
import { describeUnknownZip } from '#domain/matching/scout-activity.contract.ts';
import { Notice } from '#web/components/ui/notice.tsx';
import { scoutingQuery } from './queries.ts';

type AreaNoticeProps = { zipCode: string; goToZip: () => void };

/** Tells a member that the scout has no area to search: no ZIP is saved, or an unknown one. */
export function AreaNotice({ zipCode, goToZip }: AreaNoticeProps) {
  const { data } = useQuery(scoutingQuery(zipCode));
  if (zipCode === '') {
    return (
      <Notice>
        <ZipLink goToZip={goToZip}>Add your ZIP</ZipLink> to start getting alerts.
      </Notice>
    );
  }
  if (data?.zipKnown !== false) return null;
  return (
    <Notice>
      You get no alerts: {describeUnknownZip(zipCode)} <ZipLink goToZip={goToZip}>Change your ZIP</ZipLink>
    </Notice>
  );
}

function ZipLink({ goToZip, children }: { goToZip: () => void; children: string }) {
  return (
    <button type="button" onClick={goToZip} className="rounded-sm font-semibold underline underline-offset-2">
      {children}
    </button>
  );
}
