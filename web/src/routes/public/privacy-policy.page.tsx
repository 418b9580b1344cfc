import { DocumentPage } from '#web/features/documents/document-page.tsx';
import { effective, opening, sections } from '#web/features/documents/privacy-policy.tsx';
import { promises } from '#web/features/documents/privacy-promises.tsx';

export function PrivacyPolicyPage() {
  return (
    <DocumentPage title="Privacy Policy" dateline={effective} opening={opening} sections={[...sections, ...promises]} />
  );
}
