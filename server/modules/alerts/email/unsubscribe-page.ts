import type { MailAction } from './signed-links.ts';
import { html, type Html, renderLayout } from './templates/html.ts';

type ActionTexts = { question: string; label: string; done: string };

const actionTexts: Record<MailAction, ActionTexts> = {
  unsubscribe: {
    question: 'Unsubscribe from listing emails? Your dashboard still shows new listings.',
    label: 'Unsubscribe',
    done: 'You’re unsubscribed. Your dashboard still shows new listings.',
  },
  resume: {
    question: 'Get listing emails again?',
    label: 'Resubscribe',
    done: 'You’re subscribed to listing emails again.',
  },
  daily: {
    question: 'Switch to one email each morning instead of one for each match?',
    label: 'Switch to daily',
    done: 'You’ll now get your new listings in one email each morning.',
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
