import type { MailAction } from './signed-links.ts';
import { html, type Html, renderLayout } from './templates/html.ts';

type ActionTexts = { question: string; label: string; done: string };

const actionTexts: Record<MailAction, ActionTexts> = {
  unsubscribe: {
    question: 'Stop getting new listings by mail? Your dashboard still shows them.',
    label: 'Stop these mails',
    done: 'You will get no more listings by mail. Your dashboard still shows them.',
  },
  resume: {
    question: 'Get new listings by mail again?',
    label: 'Send me mails again',
    done: 'New listings come by mail again.',
  },
  daily: {
    question: 'Get one mail a day, in the morning, instead of one as soon as a listing fits?',
    label: 'Switch to daily',
    done: 'From now on you get your new listings once a day, in the morning.',
  },
};

const buttonStyle =
  'padding:10px 18px;border:0;border-radius:8px;background:#0f5c4d;color:#ffffff;font:inherit;cursor:pointer';
const title = 'Off-Market Scout';
const homeLink = html`<a href="/">Open the dashboard</a>`;

/** The pages behind a mail's links: they need no other file and no sign-in. */
export const unsubscribePage = {
  /** Its button posts to `path`, the path of the page itself. */
  asking: (action: MailAction, path: string): string => {
    const { question, label } = actionTexts[action];
    return renderLayout(title, html`<h1>${title}</h1><p>${question}</p>${renderForm(path, label)}`, homeLink);
  },
  done: (action: MailAction, resume: string): string => {
    const back = action === 'unsubscribe' ? renderForm(resume, actionTexts.resume.label) : '';
    return renderLayout(
      title,
      html`<h1>${title}</h1><p role="status">${actionTexts[action].done}</p>${back}`,
      homeLink,
    );
  },
};

function renderForm(to: string, label: string): Html {
  return html`<form method="post" action="${to}"><button style="${buttonStyle}">${label}</button></form>`;
}
