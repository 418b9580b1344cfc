const siteName = 'Off-Market Scout';
const homeTitle = 'Home';

let pageTitle = '';
let unreadCount = 0;

function show(): void {
  const title = pageTitle === homeTitle && unreadCount > 0 ? siteName : `${pageTitle} · ${siteName}`;
  document.title = unreadCount > 0 ? `(${unreadCount.toLocaleString('en-US')}) ${title}` : title;
}

export function setPageTitle(title: string): void {
  pageTitle = title;
  show();
}

/** The number of alerts that the user has not seen, before the title of every page. */
export function setUnreadCount(count: number): void {
  unreadCount = count;
  show();
}
