import { ExportMenu } from './export-menu.tsx';
import { createSelectionExport } from './export-kinds.ts';
import { useExport } from './use-export.ts';

export function SelectedUsersExport({ ids }: { ids: string[] }) {
  const { start, pending } = useExport();
  const kind = createSelectionExport(ids);
  return <ExportMenu kind={kind} isEmpty={false} isBusy={pending} onChoose={(format) => start({ kind, format })} />;
}
