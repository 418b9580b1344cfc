import type { Response } from 'express';

/** Notes which route a request took, as a template such as /api/admin/users/:id: what logs and metrics may name. */
export function settleTemplate(response: Response, template: string): void {
  response.locals['template'] = template;
}

export function templateOf(response: Response): string {
  return String(response.locals['template'] ?? 'other');
}
