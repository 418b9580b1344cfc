import { DocumentPage } from '#web/features/legal/document-page.tsx';
import { serviceAgreementIntro, serviceAgreementSections } from '#web/features/legal/service-agreement.tsx';
import { serviceLimitSections } from '#web/features/legal/service-limits.tsx';

export function ServiceAgreementPage() {
  return (
    <DocumentPage
      title="Service Agreement"
      dateline="Terms of use"
      intro={serviceAgreementIntro}
      sections={[...serviceAgreementSections, ...serviceLimitSections]}
    />
  );
}
