import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { type Position, Rejected } from '#domain/shared/decider.ts';
import type { FilterChanges } from '#domain/user/contract.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { otherMethods } from '#server/platform/http/routing/serve.ts';
import { settleTemplate } from '#server/platform/http/middleware/template.ts';
import { type MailAction, mailActions, mailLinkPath, type MailLinks } from './links.ts';
import { page } from './page.ts';

const changes: Record<MailAction, FilterChanges> = {
  unsubscribe: { alertMails: false },
  resume: { alertMails: true },
  daily: { alertMails: true, notificationPreference: 'daily' },
};

type LinkDeps = {
  handle: Handle;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};
type Parts = { context: LinkDeps; links: MailLinks };

/**
 * Handles the links in e-mails. A GET only shows a confirmation page, because mail scanners open every link; a POST
 * applies the change, from that page or from a mail client's own button (RFC 8058). The signature is the only
 * authorization.
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

async function apply({ handle, caughtUp }: LinkDeps, userId: string, wanted: FilterChanges): Promise<void> {
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
