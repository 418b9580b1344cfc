import { lazyPage } from '#web/lib/lazy-page.ts';

// Preloaded by the loader where the page shows them at once.
export const WideHomeCards = lazyPage(() => import('./form-cards.tsx'), 'WideHomeCards');
export const ChangePassword = lazyPage(() => import('./form-cards.tsx'), 'ChangePassword');
