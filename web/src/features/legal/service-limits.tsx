import { Link } from '@tanstack/react-router';
import type { DocumentSectionContent } from './document-page.tsx';
import { SupportContact } from './support-contact.tsx';

export const serviceLimitSections: readonly DocumentSectionContent[] = [
  {
    id: 'availability',
    title: 'Availability and changes',
    content: (
      <p>
        We do our best to run the scout around the clock, but can’t guarantee uninterrupted service: sources go offline,
        networks fail, and software needs updates. We may change the service, or end it with 30 days’ notice on your
        dashboard.
      </p>
    ),
  },
  {
    id: 'ending',
    title: 'Ending this agreement',
    content: (
      <p>
        You may stop at any time and ask us to delete your account. We may suspend or delete an account that breaks
        these terms or endangers the service or others. The terms on past payments, listings and liability survive
        termination.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of our liability',
    content: (
      <p>
        The service is provided “as is.” As far as the law allows, we are not liable for lost profit, lost
        opportunities, or other damage that follows from using it or from not being able to, and in all no more than
        what you have paid us in the twelve months before. Nothing here limits liability that cannot be limited by law.
      </p>
    ),
  },
  {
    id: 'privacy',
    title: 'Privacy',
    content: (
      <p>
        What data we collect and how we use it is described in our <Link to="/privacy-policy">Privacy Policy</Link>.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Governing law',
    content: (
      <p>
        This agreement is governed by the laws of [State or country of the operator], without regard to its rules on
        conflicts of law. The courts of [Place] decide disputes, unless the law names another court for you as a
        consumer.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: <SupportContact about="For any question about this agreement" />,
  },
];
