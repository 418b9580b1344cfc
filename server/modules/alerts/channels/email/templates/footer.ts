import { html, type Html } from './html.ts';

type FooterAction = { label: string; address: string };

/** Why a mail was sent, and how to change that. */
export function renderActionFooter(why: string, actions: FooterAction[]): { text: string; html: Html } {
  const links = actions.map(
    ({ label, address }, index) =>
      html`${index === 0 ? ' ' : ' · '}<a class="faint" href="${address}" style="color:#5a625f">${label}</a>`,
  );
  return {
    text: [why, ...actions.map(({ label, address }) => `${label}: ${address}`)].join('\n'),
    html: html`${why}${links}`,
  };
}
