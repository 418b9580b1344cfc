import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { workflowLogCardSize } from '#domain/workflow-log/contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { controlClasses } from '#web/components/ui/form/field.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { parseLogFilters, workflowLogQuery } from './queries.ts';
import { LogLines } from './log-lines.tsx';

export function WorkflowLogCard() {
  return (
    <Card title="Workflow Log" aside={<WholeLogLink />}>
      <LogSearch />
      <QueryContent query={useQuery(workflowLogQuery)} loading="Loading the log">
        {(entries) => <LogLines entries={entries.slice(0, workflowLogCardSize)} />}
      </QueryContent>
    </Card>
  );
}

/** Leads to what it finds in the whole log, where the other filters are. */
function LogSearch() {
  const [q, setQ] = useState('');
  const navigate = useNavigate();
  const search = (event: SyntheticEvent) => {
    event.preventDefault();
    void navigate({ to: '/admin/workflow-log', search: parseLogFilters({ q: q.trim() }) });
  };
  return (
    <form role="search" aria-label="Workflow log" onSubmit={search} className="mb-4 flex max-w-xl gap-2">
      <input
        type="search"
        aria-label="Search the log"
        placeholder="Text or email"
        maxLength={254}
        autoComplete="off"
        value={q}
        onChange={({ target }) => setQ(target.value)}
        className={joinClasses(controlClasses, 'min-w-0')}
      />
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </form>
  );
}

function WholeLogLink() {
  return (
    <Link to="/admin/workflow-log" className="tap-target min-h-6 text-sm font-semibold text-primary hover:underline">
      View full log
    </Link>
  );
}
