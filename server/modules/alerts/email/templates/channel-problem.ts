import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

type ChannelProblem = { channel: 'telegram' | 'webhook'; problem: string; url: string };

const channelNames = { telegram: 'Telegram', webhook: 'your webhook' };

/** For a member whose chat or webhook takes no alerts; `problem` is one or more sentences. */
export function renderChannelProblemEmail({ channel, problem, url }: ChannelProblem): EmailContent {
  const subject = `Alerts to ${channelNames[channel]} don’t arrive`;
  return {
    subject,
    text: [problem, `Notification settings: ${url}/`, footerText].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${problem}</p>${renderButton(`${url}/`, 'Open the settings')}`,
      html`${footerText}`,
    ),
  };
}

const footerText = 'You’re getting this because you set up this way to get alerts.';
