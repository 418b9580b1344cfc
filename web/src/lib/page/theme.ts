export const themes = ['system', 'light', 'dark'] as const;
/** `system`: that of the device. */
export type Theme = (typeof themes)[number];

const yearSeconds = 365 * 86_400;

/** The chosen theme. It is a cookie, so that the server sends each page in it and no page is shown in another first. */
export function readTheme(): Theme {
  const cookieTheme = /(?:^|;) *theme=(\w+)/.exec(document.cookie)?.[1];
  return themes.find((theme) => theme === cookieTheme) ?? 'system';
}

export function saveTheme(theme: Theme): void {
  const ageSeconds = theme === 'system' ? 0 : yearSeconds;
  document.cookie = `theme=${theme}; path=/; max-age=${ageSeconds}; samesite=lax`;
  applyTheme(theme);
}

/** Shows the page, and the browser's own bars, in a theme. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = (bar.dataset['theme'] ??= bar.media.includes('dark') ? 'dark' : 'light');
    if (theme === 'system') bar.media = `(prefers-color-scheme: ${own})`;
    else bar.media = theme === own ? 'all' : 'not all';
  }
}
