import { channels, type LinkedChannel } from '#domain/alert/channels.contract.ts';
import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

type ChannelProblem = { channel: LinkedChannel; problem: string; url: string };

/** For a member whose chat or webhook takes no alerts; `problem` is one or more sentences. */
export function renderChannelProblemEmail({ channel, problem, url }: ChannelProblem): EmailContent {
  const subject = `Alerts to ${channels[channel].label} don’t arrive`;
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
