import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './query-client.ts';
import { registerWorkerLater } from '#web/lib/push/worker.ts';
import { router } from './router.ts';

/** Puts the product into `root`. */
export function start(root: HTMLElement): void {
  registerWorkerLater();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
