import { DocumentPage } from '#web/features/documents/document-page.tsx';
import { opening, sections } from '#web/features/documents/service-agreement.tsx';
import { limits } from '#web/features/documents/service-limits.tsx';

export function ServiceAgreementPage() {
  return (
    <DocumentPage
      title="Service Agreement"
      dateline="Terms of use"
      opening={opening}
      sections={[...sections, ...limits]}
    />
  );
}
