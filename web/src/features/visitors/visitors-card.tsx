import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#web/components/ui/card.tsx';
import { Tab, TabList, TabPanel, TabsRoot } from '#web/components/ui/tabs.tsx';
import { visitorsQuery } from '#web/lib/views.ts';
import { useToastOfFailure } from './failure.ts';
import { CurrentSummary, WeekSummary } from './summary.tsx';
import { VisitorDetails } from './visitor-details.tsx';
import { Visualization } from './visualization.tsx';
import { WeekSelect } from './week-select.tsx';

/** Who came to the login page: this week, or one before it. */
export function VisitorsCard() {
  const [offset, setOffset] = useState(0);
  const weeks = useQuery(visitorsQuery.weeks);
  useToastOfFailure('Failed to fetch available weeks', weeks.error);
  return (
    <Card title="Visitors" aside={<WeekSelect weeks={weeks.data ?? []} offset={offset} onChange={setOffset} />}>
      {offset === 0 ? <CurrentSummary /> : <WeekSummary offset={offset} />}
      <TabsRoot defaultValue="visualization" className="mt-6">
        <div className="max-w-md">
          <TabList aria-label="Visitors">
            <Tab value="visualization">Visualization</Tab>
            <Tab value="details">Visitor Details</Tab>
          </TabList>
        </div>
        <TabPanel value="visualization" className="mt-6">
          <Visualization offset={offset} />
        </TabPanel>
        <TabPanel value="details" className="mt-6">
          <VisitorDetails key={offset} offset={offset} />
        </TabPanel>
      </TabsRoot>
    </Card>
  );
}
