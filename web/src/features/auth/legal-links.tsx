import { useId } from 'react';

const privacyPolicy = { path: '/privacy-policy', title: 'Privacy Policy' };
const serviceAgreement = { path: '/service-agreement', title: 'Service Agreement' };

const linkClasses =
  'tap-target rounded-md py-1.5 text-muted underline decoration-line underline-offset-4 hover:text-text hover:decoration-current';

/** What registering accepts, with links that open in new tabs. */
export function TermsNote() {
  return (
    <p className="text-center text-sm text-pretty text-muted">
      By creating an account, you agree to our <DocumentLink {...serviceAgreement} /> and{' '}
      <DocumentLink {...privacyPolicy} />.
    </p>
  );
}

function DocumentLink({ path, title }: typeof privacyPolicy) {
  return (
    <a href={path} target="_blank" rel="noopener" className="underline underline-offset-4 hover:text-text">
      {title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** The public documents, each in a new tab so that the form's input is kept; and the link for owners. */
export function LegalLinks() {
  const noteId = useId();
  return (
    <footer className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm">
      {[privacyPolicy, serviceAgreement].map(({ path, title }) => (
        <a key={path} href={path} target="_blank" rel="noopener" aria-describedby={noteId} className={linkClasses}>
          {title}
        </a>
      ))}
      {/* The router's Link is not part of the first load. */}
      <a href="/sell" className={linkClasses}>
        Sell your property
      </a>
      <span id={noteId} hidden>
        Opens in a new tab
      </span>
    </footer>
  );
}
