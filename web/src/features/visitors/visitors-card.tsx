import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#web/components/ui/card.tsx';
import { Tabs } from '#web/components/ui/tabs.tsx';
import { useErrorToast } from '#web/lib/toast/use-error-toast.ts';
import { availableWeeksQuery } from './queries.ts';
import { VisitorSummary } from './summary.tsx';
import { VisitorDetails } from './visitor-details.tsx';
import { Visualization } from './visualization.tsx';
import { WeekSelect } from './week-select.tsx';

/** The visitors of the login page: recent ones, or those of a past week. */
export function VisitorsCard() {
  // Keyed by its day, as an offset means another week from Monday on.
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: weeks = [], error } = useQuery(availableWeeksQuery);
  useErrorToast('Failed to fetch available weeks', error);
  const week = weeks.find(({ offset, weekStart }) => offset > 0 && weekStart === chosen);
  return (
    <Card title="Visitors" aside={<WeekSelect weeks={weeks} offset={week?.offset ?? 0} onChange={setChosen} />}>
      <VisitorSummary week={week} />
      <Tabs
        label="Visitors"
        tabs={[
          { title: 'Visualization', content: <Visualization week={week} /> },
          { title: 'Visitor Details', content: <VisitorDetails key={week?.weekStart} week={week} /> },
        ]}
        listClassName="mt-6 max-w-md"
        panel={{ tabIndex: 0, className: 'mt-6' }}
      />
    </Card>
  );
}
