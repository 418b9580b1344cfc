import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorkerAfterLoad } from '#web/lib/push/register-worker.ts';
import { applyTheme, readTheme } from '#web/lib/theme.ts';
import { queryClient, router } from './router.ts';

/** Renders the product into `root`. */
export function renderApp(root: HTMLElement): void {
  registerWorkerAfterLoad();
  applyTheme(readTheme());
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
