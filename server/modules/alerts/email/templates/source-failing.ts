import { secondOpinionSourceId } from '#domain/source/contract.ts';
import { renderButton, html, renderLayout } from './html.ts';
import type { EmailContent } from './email-content.ts';

/** For full admins, once per outage; `problem` is a sentence. */
export function renderSourceFailingEmail(data: { sourceId: string; problem: string; url: string }): EmailContent {
  const { sourceId, problem, url } = data;
  const name = sourceId === secondOpinionSourceId ? 'The second opinion' : `Source ${sourceId}`;
  const subject = `${name} needs a look`;
  const page = `${url}/admin/scout`;
  return {
    subject,
    text: [`${name}: ${problem}`, recoveryNote, `See how it does: ${page}`, footerText].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p><strong>${name}</strong><br>${problem}</p><p>${recoveryNote}</p>${renderButton(page, 'See how it does')}`,
      html`${footerText}`,
    ),
  };
}

const recoveryNote = 'You will not be mailed about this again until it has recovered.';
const footerText = 'You get this because you are a full admin of Off-Market Scout.';
