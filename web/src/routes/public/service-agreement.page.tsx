import { DocumentPage } from '#web/features/documents/document-page.tsx';
import { serviceAgreementIntro, serviceAgreementSections } from '#web/features/documents/service-agreement.tsx';
import { serviceLimitSections } from '#web/features/documents/service-limits.tsx';

export function ServiceAgreementPage() {
  return (
    <DocumentPage
      title="Service Agreement"
      dateline="Terms of use"
      opening={serviceAgreementIntro}
      sections={[...serviceAgreementSections, ...serviceLimitSections]}
    />
  );
}
