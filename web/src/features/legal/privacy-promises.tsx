import type { DocumentSectionContent } from './document-page.tsx';

export const privacyPromiseSections: readonly DocumentSectionContent[] = [
  {
    id: 'retention',
    title: 'How long we keep it',
    content: (
      <ul>
        <li>
          Your account, your password, your preferences, your sessions, devices and emails that wait: until the account
          is deleted, by you or by us.
        </li>
        <li>
          The history of what happened in the service: as long as it runs. It is our audit trail, and nothing in it is
          taken out. But your email address, ZIP code and saved listings stand in it encrypted, under a key of your own.
          When your account is deleted that key is destroyed at once, and nobody can read them any more, we included:
          what stays is that an account without a name did this and that.
        </li>
        <li>
          Visits of the sign-in page: for 90 days, unless the operator has set another time. Then the key of that day is
          destroyed, and with it the IP address, the browser’s description and the page that led here. The visit still
          counts.
        </li>
        <li>
          How to reach an owner who offers a property: until the offer is turned down, at most for 90 days, unless the
          operator has set another time.
        </li>
        <li>A session: 30 days after its last use. A temporary password: one hour, or until it is used.</li>
        <li>Backup copies: until they are overwritten in turn.</li>
      </ul>
    ),
  },
  {
    id: 'sellers',
    title: 'If you offer a property',
    content: (
      <>
        <p>
          Who offers a property on our page gives us a name, an email address or a phone number and, if they like, the
          street address. These are kept encrypted and apart from the offer, and are never written into our history. The
          administrators who decide about the offer see them. Active members see the street address on the page of an
          offer that was accepted, and the name, email address and phone number only where the owner has allowed it.
        </p>
        <p>
          When an offer is turned down, all of this is deleted at once; else after the time named above. The offer
          itself (kind of property, area, price, description, picture link) becomes part of our history like any other
          listing: leave out of its description what is nobody’s business.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    content: (
      <p>
        Passwords are hashed, recoverable copies are encrypted with a key that is kept apart from them, attempts to sign
        in are limited, and a changed password ends your other sessions. No password, hash or key is ever written into a
        log. Even so, no service can promise perfect security: choose a password that you use nowhere else.
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
          <li>switch alerts by email off there, or to one digest a day, there or by the link in each of our emails;</li>
          <li>switch notifications off in your browser;</li>
          <li>
            download a copy of all that we hold about you, in a form that a computer can read, on{' '}
            <a href="/profile">your profile page</a>;
          </li>
          <li>delete your account there, with your password, or ask us to;</li>
          <li>ask us to correct what we hold, or to stop using it for a purpose;</li>
          <li>complain to the authority that watches over data protection where you live.</li>
        </ul>
        <p>We answer within 30 days, and may ask you to show that the account is yours.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    content: (
      <p>The service is for investors of at least 18 years. We do not knowingly collect data of anybody younger.</p>
    ),
  },
  {
    id: 'liability',
    title: 'Limits of our liability',
    content: (
      <p>
        We take the care described here. As far as the law allows, we are not liable for damage that arises although we
        took it, such as from an attack that could not reasonably be prevented, from a password that was passed on or
        used elsewhere, or from what other sites do that a listing leads to. Nothing here limits rights that the law
        gives you and that cannot be waived.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of this policy',
    content: (
      <p>
        When we change this policy, the date above changes with it. What matters to you we announce on your dashboard
        before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    content: (
      <p>
        For any question or request about your data, reply to any email that you have received from Off-Market Scout, or
        write to the address it came from. A person reads it.
      </p>
    ),
  },
];
