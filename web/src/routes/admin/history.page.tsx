import { Link } from '@tanstack/react-router';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { HistoryView } from '#web/features/history/history-view.tsx';
import { AdminPage } from '../admin-page.tsx';

export function HistoryPage() {
  const action = (
    <Link to="/admin/history/as-of" className={buttonClasses('secondary', 'small')}>
      Time Travel
    </Link>
  );
  return (
    <AdminPage title="History" action={action} forFullAdmins>
      <HistoryView />
    </AdminPage>
  );
}
