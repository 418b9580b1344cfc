import type { Context } from '../context.ts';

/** Waits until the views show what came in. It is durable without that: where the log cannot be asked nobody waits. */
export async function shown({ events, caughtUp }: Pick<Context, 'events' | 'caughtUp'>): Promise<void> {
  const head = await events.head().catch(() => null);
  if (head !== null) await caughtUp(head);
}
