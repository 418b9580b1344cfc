import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { workflowLogCardSize } from '#domain/workflow-log/contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { workflowLogQuery } from './queries.ts';
import { LogLines } from './log-lines.tsx';

export function WorkflowLogCard() {
  return (
    <Card title="Workflow Log" aside={<WholeLogLink />}>
      <QueryContent query={useQuery(workflowLogQuery)} loading="Loading the log">
        {(entries) => <LogLines entries={entries.slice(0, workflowLogCardSize)} />}
      </QueryContent>
    </Card>
  );
}

function WholeLogLink() {
  return (
    <Link to="/admin/workflow-log" className="tap-target min-h-6 text-sm font-semibold text-primary hover:underline">
      View full log
    </Link>
  );
}
