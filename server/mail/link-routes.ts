import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { Rejected } from '#domain/decider.ts';
import type { FilterChanges } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Context } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { otherMethods } from '../http/serve.ts';
import { settleTemplate } from '../http/template.ts';
import { type MailAction, mailActions, mailLinkPath, type MailLinks } from './links.ts';
import { page } from './page.ts';

const changes: Record<MailAction, FilterChanges> = {
  unsubscribe: { alertMails: false },
  resume: { alertMails: true },
  daily: { alertMails: true, notificationPreference: 'daily' },
};

type Parts = { context: Pick<Context, 'handle' | 'caughtUp'>; links: MailLinks };

/**
 * Where the links of mails lead. A GET only asks, as programs that look through mails open every link; a POST does it,
 * from that page or from a mail program's own button (RFC 8058). The signature is all the authority it takes.
 */
export function mailLinkRoutes({ context, links }: Parts): Router {
  const router = Router();
  router
    .route(mailLinkPath)
    .get((request, response) => {
      const { action, userId } = genuine(request, links);
      send(response, page.asking(action, links.pathTo(action, userId)));
    })
    .post(async (request, response) => {
      const { action, userId } = genuine(request, links);
      await apply(context, userId, changes[action]);
      send(response, page.done(action, links.pathTo('resume', userId)));
    })
    .all(otherMethods([{ method: 'get' }, { method: 'post' }]));
  return router;
}

function genuine({ params }: Request, links: MailLinks): { action: MailAction; userId: string } {
  const [name, userId, signature] = ['action', 'userId', 'signature'].map((key) => String(params[key]));
  const action = mailActions.find((known) => known === name);
  if (!action || !userId || !signature || !links.isGenuine(action, userId, signature)) {
    throw new Problem(404, 'This link is not valid. Please copy it from the mail as a whole.');
  }
  return { action, userId };
}

async function apply({ handle, caughtUp }: Parts['context'], userId: string, wanted: FilterChanges): Promise<void> {
  const command = { type: 'UpdateFilters', data: { userId, changes: wanted } } as const;
  try {
    const { position } = await handle(users, `user-${userId}`, command, { actor: userId, commandId: randomUUID() });
    await caughtUp(position);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    throw new Problem(404, 'This account does not exist any more, and gets no mails.');
  }
}

function send(response: Response, html: string): void {
  settleTemplate(response, mailLinkPath);
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).type('html').send(html);
}
