import { lazy } from 'react';

/** Awaited by the loader where the page shows one of these cards at once. */
export const loadFormCards = () => import('./form-cards.tsx');
export const WideHomeCards = lazy(async () => ({ default: (await loadFormCards()).WideHomeCards }));
export const ChangePassword = lazy(async () => ({ default: (await loadFormCards()).ChangePassword }));
