import { findSystemSourceName } from '#domain/source/contract.ts';
import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

/** For full admins, once per outage; `problem` is a sentence. */
export function renderSourceFailingEmail(data: { sourceId: string; problem: string; url: string }): EmailContent {
  const { sourceId, problem, url } = data;
  const name = findSystemSourceName(sourceId) ?? `Source ${sourceId}`;
  const subject = `${name} needs attention`;
  const page = `${url}/admin/scout`;
  return {
    subject,
    text: [`${name}: ${problem}`, recoveryNote, `View status: ${page}`, footerText].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p><strong>${name}</strong><br>${problem}</p><p>${recoveryNote}</p>${renderButton(page, 'View status')}`,
      html`${footerText}`,
    ),
  };
}

const recoveryNote = 'We won’t email you about this again until it recovers.';
const footerText = 'You’re getting this because you’re a full admin of Off-Market Scout.';
