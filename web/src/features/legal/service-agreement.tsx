import type { DocumentSectionContent } from './document-page.tsx';

export const serviceAgreementIntro =
  'These are the terms between you and Off-Market Scout. By creating an account or subscribing you agree to them. If you do not, please do not use the service.';

export const serviceAgreementSections: readonly DocumentSectionContent[] = [
  {
    id: 'service',
    title: 'What the service is',
    content: (
      <>
        <p>
          Off-Market Scout reads newly posted offers of properties from sources that may lawfully be read, compares them
          with the preferences that you set, and tells you about those that fit: on your dashboard, by email, and by
          notification where you have switched that on.
        </p>
        <p>
          It finds and tells. It is no broker, agent, appraiser, lender or adviser, is no party to any sale, and does
          not act for sellers. Which listings fit is decided by software, which can be wrong in both directions.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <p>
        You must be at least 18 years old, give an email address of your own that works, and keep your password to
        yourself. What is done with your account counts as done by you until you tell us that somebody else has access
        to it. Each account is for one person.
      </p>
    ),
  },
  {
    id: 'subscription',
    title: 'Monthly subscription',
    content: (
      <p>
        Membership is a monthly subscription at the price shown at checkout. It <strong>renews automatically</strong>{' '}
        each month, on the day on which you subscribed, until you cancel. You can cancel at any time; your membership
        then stays active to the end of the month that is paid for, and is not charged again. We tell you of a change of
        price at least 30 days before it applies to you.
      </p>
    ),
  },
  {
    id: 'payments',
    title: 'Payments',
    content: (
      <p>
        Payments are handled by a third-party provider under its own terms. We never see or store your card number. Your
        membership becomes active when the provider confirms the payment, and becomes unconfirmed when a payment finally
        fails or the subscription ends.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'No refunds',
    content: (
      <p>
        Payments are not refunded, in whole or in part: not for a month that has begun, not for a time in which no
        listing fitted, and not where you forgot to cancel. Rights to a refund that the law gives you and that cannot be
        waived are not touched.
      </p>
    ),
  },
  {
    id: 'accuracy',
    title: 'No liability for listings',
    content: (
      <>
        <p>
          Listings are written and published by others. We do not check them and are{' '}
          <strong>not liable for their accuracy</strong>: whether a property exists, is for sale, belongs to the one who
          offers it, is free of liens, taxes or defects, or costs what the listing says. Distances are measured in a
          straight line between the middle of a ZIP code and the place that a listing names. A listing may be gone when
          you read of it.
        </p>
        <p>
          We do not promise that every fitting listing is found, or that every alert reaches you, or in time. Before you
          buy, inspect the property, search its title, and take advice.
        </p>
      </>
    ),
  },
  {
    id: 'responsibilities',
    title: 'What you are responsible for',
    content: (
      <>
        <p>You agree that you will:</p>
        <ul>
          <li>keep your preferences, email address and password correct and up to date;</li>
          <li>decide for yourself whether to deal with a seller, at your own risk;</li>
          <li>treat sellers fairly and keep to the laws on housing, contact and fair dealing;</li>
          <li>use what you find for yourself, and neither resell nor republish it;</li>
          <li>not disturb the service, try to get at the data of others, or read it out by machine.</li>
        </ul>
      </>
    ),
  },
];
