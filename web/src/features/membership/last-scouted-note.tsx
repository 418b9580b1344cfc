import { useQuery } from '@tanstack/react-query';
import { describeLastScouted } from '#domain/matching/scout-activity.contract.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tooltip } from '#web/components/ui/overlay/tooltip.tsx';
import { formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { scoutingQuery } from './queries.ts';

/** When the scout last covered the member's area, as relative time; with the exact time in a tooltip. */
export function LastScoutedNote({ zipCode }: { zipCode: string }) {
  const { data, isPending } = useQuery(scoutingQuery(zipCode));
  const now = useNow();
  if (isPending) return <Skeleton className="h-[1.55em] w-64 max-w-full" />;
  if (!data) return null;
  const at = data.lastScoutedAt;
  if (at === null) return <p className="text-muted">Not scouted yet</p>;
  return (
    <p className="text-muted">
      <Tooltip tip={<time dateTime={at}>{formatTime(at)}</time>}>
        Last scouted your area {describeLastScouted(Date.parse(at), now)}
      </Tooltip>
    </p>
  );
}
