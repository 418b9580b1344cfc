import { DocumentPage } from '#web/features/legal/document-page.tsx';
import {
  privacyPolicyDateline,
  privacyPolicyIntro,
  privacyPolicySections,
} from '#web/features/legal/privacy-policy.tsx';
import { privacyPromiseSections } from '#web/features/legal/privacy-promises.tsx';

export function PrivacyPolicyPage() {
  return (
    <DocumentPage
      title="Privacy Policy"
      dateline={privacyPolicyDateline}
      intro={privacyPolicyIntro}
      sections={[...privacyPolicySections, ...privacyPromiseSections]}
    />
  );
}
