import type { Response } from 'express';

/** Stores the route of a request as a template such as /api/admin/users/:id, for logs and metrics. */
export function setRoutePattern(response: Response, pattern: string): void {
  response.locals['template'] = pattern;
}

export function getRoutePattern(response: Response): string {
  return String(response.locals['template'] ?? 'other');
}
