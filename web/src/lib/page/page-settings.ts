type PageSetting = 'support-email' | 'billing-portal' | 'password-reveal' | 'admin-second-factor' | 'maps-link';

/** A setting of the installation that the page was served with; null where it is unset. */
export function getPageSetting(name: PageSetting): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
