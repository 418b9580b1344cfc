import { WholeLog } from '#web/features/workflow-log/whole-log.tsx';
import { AdminPage } from '../admin-page.tsx';

export function WorkflowLogPage() {
  return (
    <AdminPage title="Workflow Log" forFullAdmins>
      <WholeLog />
    </AdminPage>
  );
}
