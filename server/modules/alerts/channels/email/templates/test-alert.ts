import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

/** For a member who has sent a test alert to themselves. */
export function renderTestAlertEmail({ url }: { url: string }): EmailContent {
  const subject = 'Test alert: email works';
  const what = 'This is a test alert. New listings for you will arrive at this address.';
  return {
    subject,
    text: [what, `Your dashboard: ${url}/`, footerText].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${what}</p>${renderButton(`${url}/`, 'Open the dashboard')}`,
      html`${footerText}`,
    ),
  };
}

const footerText = 'You’re getting this because you sent yourself a test alert.';
