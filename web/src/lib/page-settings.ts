/** A setting of the installation that the page was served with; null where it is unset. */
export function getPageSetting(name: 'support-email' | 'billing-portal'): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;
}
