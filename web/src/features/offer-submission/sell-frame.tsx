import { type ReactNode, useLayoutEffect } from 'react';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { PublicHeader } from '#web/components/layout/public-header.tsx';
import { removeShell } from '#web/lib/prerendered-shell.ts';

/** The page of an offer around its content. It is prerendered with the introduction, so neither sends a request. */
export function SellFrame({ children = <SellIntroduction /> }: { children?: ReactNode }) {
  useLayoutEffect(removeShell, []);
  return (
    <>
      {/* Owners have no account: a way back would lead them to sign-in. */}
      <PublicHeader hasBackLink={false} />
      <main className="mx-auto max-w-5xl px-5 py-10 sm:px-8 sm:py-14">{children}</main>
    </>
  );
}

export function SellIntroduction() {
  return (
    <>
      <PageHeading title="Sell your property" className="text-4xl font-semibold">
        Sell your property
      </PageHeading>
      <p className="mt-4 max-w-[42rem] text-lg leading-relaxed text-pretty text-muted">
        Sell as-is, with no repairs and no agent, to investors near you. Free.
      </p>
    </>
  );
}
