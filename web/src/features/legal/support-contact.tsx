import { getPageSetting } from '#web/lib/page-settings.ts';

/** Where somebody answers; without a support address no reply is promised. */
export function SupportContact({ about }: { about: string }) {
  const supportEmail = getPageSetting('support-email');
  if (supportEmail === null) return <p>{about}, contact the operator of this site.</p>;
  return (
    <p>
      {about}, write to{' '}
      <a href={`mailto:${supportEmail}`} className="underline underline-offset-4">
        {supportEmail}
      </a>
      .
    </p>
  );
}
