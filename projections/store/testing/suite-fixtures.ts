import type { Doc, ViewDeclaration, ViewStore } from '../port.ts';

export type Thing = Doc & { name?: string | null; size?: number | null; open?: boolean; inner?: { colour: string } };

/** The store of one test, and a view of its own; `put` gives it a live generation `1#1` with these documents. */
export type ViewFixture = { views: ViewStore; declaration: ViewDeclaration; put: (things: Thing[]) => Promise<void> };
