import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { workflowLogCardSize } from '#domain/workflow-log/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { workflowLogQuery } from './queries.ts';
import { LogLines } from './log-lines.tsx';

export function WorkflowLogCard() {
  const { data: entries, isPending, error, refetch } = useQuery(workflowLogQuery);
  return (
    <Card title="Workflow Log" aside={<WholeLogLink />}>
      {isPending && <Spinner label="Loading the log" />}
      {error && !entries && <ErrorView message={error.message} retry={refetch} />}
      {entries?.length === 0 && <p className="text-muted">Nothing has happened yet.</p>}
      {entries && entries.length > 0 && <LogLines entries={entries.slice(0, workflowLogCardSize)} />}
    </Card>
  );
}

function WholeLogLink() {
  return (
    <Link to="/admin/workflow-log" className="min-h-6 text-sm font-semibold text-primary hover:underline">
      See the whole log
    </Link>
  );
}
