/** A mailbox by its IMAP_URL. `displayUrl` is the same without user and password. */
export type MailboxAddress = {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  folder: string;
  displayUrl: string;
};

export function parseMailboxUrl(url: string): MailboxAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol.toLowerCase() === 'imaps:';
  const folder = decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX';
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder,
    displayUrl: `${protocol}//${hostname}/${folder}`,
  };
}
