import { Link } from '@tanstack/react-router';
import { joinClasses } from '#web/lib/join-classes.ts';
import { getPageSetting } from '#web/lib/page-settings.ts';

const linkClasses =
  'inline-flex min-h-11 items-center rounded-md underline decoration-line underline-offset-4 hover:text-text hover:decoration-current';

/** The footer of every page for signed-in users: policies, and support where there is somebody who answers. */
export function SiteFooter({ isWide }: { isWide: boolean }) {
  const supportEmail = getPageSetting('support-email');
  return (
    <footer
      className={joinClasses(
        'mx-auto flex w-full flex-wrap items-center gap-x-6 px-4 py-4 text-sm text-muted sm:px-8 print:hidden',
        isWide ? 'max-w-[100rem]' : 'max-w-6xl',
      )}
    >
      <Link to="/privacy-policy" className={linkClasses}>
        Privacy Policy
      </Link>
      <Link to="/service-agreement" className={linkClasses}>
        Service Agreement
      </Link>
      {supportEmail !== null && (
        <a href={`mailto:${supportEmail}`} className={linkClasses}>
          Support: {supportEmail}
        </a>
      )}
    </footer>
  );
}
