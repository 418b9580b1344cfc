import { DocumentPage } from '#web/features/documents/document-page.tsx';
import { privacyPolicyDateline, privacyPolicyIntro, privacyPolicySections } from '#web/features/documents/privacy-policy.tsx';
import { privacyPromiseSections } from '#web/features/documents/privacy-promises.tsx';

export function PrivacyPolicyPage() {
  return (
    <DocumentPage title="Privacy Policy" dateline={privacyPolicyDateline} opening={privacyPolicyIntro} sections={[...privacyPolicySections, ...privacyPromiseSections]} />
  );
}
