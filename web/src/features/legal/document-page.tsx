import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { PublicHeader } from '#web/components/layout/public-header.tsx';

export type DocumentSectionContent = { id: string; title: string; content: ReactNode };

type DocumentPageProps = {
  title: string;
  dateline: string;
  intro: string;
  sections: readonly DocumentSectionContent[];
};

/** A public text with its table of contents beside it, also styled for print. */
export function DocumentPage({ title, dateline, intro, sections }: DocumentPageProps) {
  return (
    <>
      <PublicHeader />
      <main className="mx-auto max-w-5xl px-5 py-10 sm:px-8 sm:py-14 print:max-w-none print:p-0">
        <p className="mb-2 text-sm font-semibold text-primary">{dateline}</p>
        <PageHeading title={title} className="text-4xl font-semibold">
          {title}
        </PageHeading>
        <p className="mt-4 max-w-[42rem] text-lg leading-relaxed text-pretty text-muted">{intro}</p>
        <div className="mt-10 grid gap-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)] print:block">
          <div className="grid gap-10 print:gap-4">
            {sections.map((section) => (
              <DocumentSection key={section.id} {...section} />
            ))}
          </div>
          <Contents sections={sections} />
        </div>
        <p className="mt-12 border-t border-line pt-6 text-muted print:hidden">
          Do you own a property?{' '}
          <Link to="/sell" className="font-semibold text-primary underline underline-offset-4">
            Sell your property
          </Link>
        </p>
      </main>
    </>
  );
}

function DocumentSection({ id, title, content }: DocumentSectionContent) {
  return (
    <section
      id={id}
      className="grid scroll-mt-8 gap-3 text-base leading-relaxed text-pretty print:text-sm [&_a]:font-semibold [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_ul]:marker:text-primary"
    >
      <h2 className="text-xl font-semibold tracking-tight print:break-after-avoid">{title}</h2>
      {content}
    </section>
  );
}

function Contents({ sections }: { sections: readonly DocumentSectionContent[] }) {
  return (
    <nav
      aria-label="On this page"
      className="sticky top-8 hidden self-start border-l border-line pl-6 text-sm lg:block print:hidden"
    >
      <p className="mb-2 font-semibold">On this page</p>
      <ol className="grid">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block rounded-md py-1.5 text-muted hover:text-text hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
