import { SupportContact } from './support-contact.tsx';
import type { DocumentSectionContent } from './document-page.tsx';

export const privacyPromiseSections: readonly DocumentSectionContent[] = [
  {
    id: 'retention',
    title: 'How long we keep it',
    content: (
      <ul>
        <li>
          Your account, your password, your preferences, your sessions, devices and queued emails: until you or we
          delete the account.
        </li>
        <li>
          The event history of the service: as long as the service runs. It is our audit trail, and nothing is removed
          from it. But your email address, ZIP code and saved listings are stored encrypted, under your own key. When
          your account is deleted, that key is destroyed right away and no one can read them any longer, including us.
          Only the actions of an unnamed account remain.
        </li>
        <li>
          Visits to the sign-in page: for 90 days, unless the operator has set another time. Then the key of that day is
          destroyed, and with it the IP address, the browser’s description and the page that led here. The visit still
          counts.
        </li>
        <li>
          Contact details of an owner who offers a property: until the offer is declined, and for at most 90 days,
          unless the operator has set another period.
        </li>
        <li>A session: 30 days after its last use. A temporary password: one hour, or until it is used.</li>
        <li>Backup copies: until they are overwritten.</li>
      </ul>
    ),
  },
  {
    id: 'sellers',
    title: 'If you offer a property',
    content: (
      <>
        <p>
          Owners who offer a property on our page give us a name, an email address or a phone number and, optionally,
          the street address. These are stored encrypted and separately from the offer, and are never written into our
          history. The administrators who decide about the offer see them. Active members see the street address on the
          page of an offer that was accepted, and the name, email address and phone number only if the owner has allowed
          it.
        </p>
        <p>
          When an offer is declined, all of this is deleted right away; otherwise after the period above. The offer
          itself (property type, area, price, description, picture link) becomes part of our history like any other
          listing: leave out private details in the description.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    content: (
      <p>
        Passwords are hashed, recoverable copies are encrypted with a key that is stored separately, attempts to sign in
        are limited, and a changed password ends your other sessions. No password, hash or key is ever written into a
        log. Even so, no service can promise perfect security: choose a unique password.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    content: (
      <>
        <p>You can, at any time and free of charge:</p>
        <ul>
          <li>see and correct your preferences, email address and password on your dashboard;</li>
          <li>turn off email alerts or switch to a daily digest, there or with the links in each of our emails;</li>
          <li>turn off notifications in your browser;</li>
          <li>
            download a copy of your data, in a machine-readable format, on <a href="/profile">your profile page</a>;
          </li>
          <li>delete your account there, with your password, or ask us to;</li>
          <li>ask us to correct your data, or to stop using it for a purpose;</li>
          <li>complain to your data protection authority.</li>
        </ul>
        <p>We answer within 30 days, and may ask you to show that the account is yours.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    content: (
      <p>
        The service is for investors who are at least 18 years old. We do not knowingly collect data of anyone younger.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of our liability',
    content: (
      <p>
        We take the care described here. As far as the law allows, we are not liable for damage that arises despite this
        care, such as from an attack that could not reasonably be prevented, from a password that was shared or reused,
        or from other sites that a listing links to. Nothing here limits rights that the law gives you and that cannot
        be waived.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    content: (
      <p>
        When we change this policy, we update the date above. We announce important changes on your dashboard before
        they take effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <>
        <p>Profile Settings has a copy of your data to download, and deletes your account.</p>
        <SupportContact about="For any other question or request about your data" />
      </>
    ),
  },
];
