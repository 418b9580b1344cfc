import { type ReactNode, useEffect } from 'react';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { AuthPageLayout } from '#web/features/layout-diagram/auth-page-layout.tsx';
import { HomepageLayout } from '#web/features/layout-diagram/homepage-layout.tsx';
import { AppFrame } from './app-frame.tsx';
import { useAuth } from '#web/lib/session/auth.tsx';

/** The layout of the home page and the sign-in page; for full admins. */
export function LayoutDiagramPage() {
  const { user } = useAuth();
  useEffect(() => {
    // The router looks for the section before the user is loaded.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  if (!user?.isAdmin) return <Redirect to="/" />;
  return (
    <AppFrame user={user} links={<BackLink to="/">Back to Home</BackLink>}>
      <main className="mx-auto grid max-w-6xl gap-12 px-4 py-8 sm:px-8 sm:py-10">
        <div>
          <PageHeading title="Layout Diagram" className="text-3xl font-semibold">
            Layout Diagram
          </PageHeading>
          <p className="mt-1 text-muted">On a phone, every page is one column, in the order of the numbers.</p>
        </div>
        <Layout id="homepage" title="Homepage" text="Five cards, top to bottom.">
          <HomepageLayout />
        </Layout>
        <Layout id="auth-page" title="Auth page" text="Two columns: product and sign-in.">
          <AuthPageLayout />
        </Layout>
      </main>
    </AppFrame>
  );
}

function Layout({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-24">
      <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 mb-4 text-muted">{text}</p>
      {children}
    </section>
  );
}
