import type { EmailContent } from '../templates/email-content.ts';
import { html, renderLayout } from '../templates/html.ts';

export type SealData = { at: string; treeSize: number; line: string };

/** For a witness: `line` is the seal as its file keeps it. */
export function renderSealEmail({ at, treeSize, line }: SealData): EmailContent {
  const subject = `Seal of ${at.slice(0, 10)}: ${treeSize.toLocaleString('en-US')} events`;
  return {
    subject,
    text: [what, line, how, footer].join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${what}</p><pre style="white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px">${line}</pre><p>${how}</p>`,
      html`${footer}`,
    ),
  };
}

const what = 'This line attests all events of the log up to its time:';
const how = 'Keep this email, or add the line to a file. If the log is rewritten later, the line no longer fits it.';
const footer = 'You’re getting this because this address is set as a witness (WITNESS_EMAIL) of Off-Market Scout.';
