import { secondOpinion } from '#domain/source/contract.ts';
import { buttonTo, html, letter } from './html.ts';
import type { Words } from './words.ts';

/** For full admins, once an outage; `problem` is a sentence. */
export function sourceFailingWords(given: { sourceId: string; problem: string; url: string }): Words {
  const { sourceId, problem, url } = given;
  const name = sourceId === secondOpinion ? 'The second opinion' : `Source ${sourceId}`;
  const subject = `${name} needs a look`;
  const page = `${url}/admin/scout`;
  return {
    subject,
    text: [`${name}: ${problem}`, once, `See how it does: ${page}`, why].join('\n\n'),
    html: letter(
      subject,
      html`<p><strong>${name}</strong><br>${problem}</p><p>${once}</p>${buttonTo(page, 'See how it does')}`,
      html`${why}`,
    ),
  };
}

const once = 'You will not be mailed about this again until it has recovered.';
const why = 'You get this because you are a full admin of Off-Market Scout.';
