import type { DocumentSectionContent } from './document-page.tsx';

export const serviceAgreementIntro =
  'These are the terms between you and Off-Market Scout. By creating an account or subscribing you agree to them. If you do not agree, please do not use the service.';

export const serviceAgreementSections: readonly DocumentSectionContent[] = [
  {
    id: 'service',
    title: 'What the service is',
    content: (
      <>
        <p>
          Off-Market Scout reads new property listings from lawful sources, compares them with your preferences, and
          alerts you about matches on your dashboard, by email, and by notification if you turn that on.
        </p>
        <p>
          It is an alert service only. It is not a broker, agent, appraiser, lender or adviser, is not a party to any
          sale, and does not act for sellers. Software decides which listings match, and it can include wrong ones or
          miss good ones.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    content: (
      <p>
        You must be at least 18 years old, provide your own working email address, and keep your password private.
        You’re responsible for activity on your account until you tell us that someone else has access to it. Each
        account is for one person.
      </p>
    ),
  },
  {
    id: 'subscription',
    title: 'Monthly subscription',
    content: (
      <p>
        Membership is a monthly subscription at the price shown at checkout. It <strong>renews automatically</strong>{' '}
        each month on the day you subscribed, until you cancel. You can cancel at any time; your membership stays active
        until the end of the paid month, and you are not charged again. We notify you of a price change at least 30 days
        before it applies to you.
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
        Payments are not refunded, in whole or in part, for a month that has begun or a time in which no listing
        matched, including if you forget to cancel. This does not affect refund rights that the law gives you and that
        cannot be waived.
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
          <strong>not liable for their accuracy</strong>: whether a property exists, is for sale, belongs to the seller,
          is free of liens, taxes or defects, or costs what the listing says. Distances are measured in a straight line
          between the center of a ZIP code and the location in the listing. A listing may be gone by the time you read
          it.
        </p>
        <p>
          We do not promise that we find every matching listing, or that every alert reaches you on time. Before you
          buy, inspect the property, search its title, and get professional advice.
        </p>
      </>
    ),
  },
  {
    id: 'responsibilities',
    title: 'Your responsibilities',
    content: (
      <>
        <p>You agree that you will:</p>
        <ul>
          <li>keep your preferences, email address and password correct and up to date;</li>
          <li>decide for yourself whether to deal with a seller, at your own risk;</li>
          <li>treat sellers fairly and keep to the laws on housing, contact and fair dealing;</li>
          <li>use what you find for yourself, and neither resell nor republish it;</li>
          <li>not disrupt the service, try to access other people’s data, or scrape it.</li>
        </ul>
      </>
    ),
  },
];
