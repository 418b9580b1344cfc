import type { DocumentSectionContent } from './document-page.tsx';

export const privacyPolicyDateline = 'Effective 3/20/2025';

export const privacyPolicyIntro =
  'Off-Market Scout watches for off-market investment properties and alerts its members to matches. This page explains what we collect, why, who else sees it, and what choices you have.';

export const privacyPolicySections: readonly DocumentSectionContent[] = [
  {
    id: 'data-collected',
    title: 'What we collect',
    content: (
      <>
        <p>We collect what you provide, what the service does for you, and little else:</p>
        <ul>
          <li>
            <strong>Your account:</strong> your email address and your password. The password is stored as an argon2id
            hash, which cannot be turned back into the password. Unless the operator has turned this off, a second copy
            is kept encrypted (AES-256-GCM) so that it can be recovered; see “Who sees it”.
          </li>
          <li>
            <strong>Your filter preferences:</strong> maximum price, ZIP code, mileage radius, the property types you
            want, and how often you want alerts. From the ZIP code we derive the center of your area and its time zone.
            We never ask for your device’s location.
          </li>
          <li>
            <strong>Your membership:</strong> whether it is active, since when, and whether you asked for a higher price
            limit. Card numbers go to the payment provider alone and never reach us.
          </li>
          <li>
            <strong>Your alerts:</strong> which listings were sent to you, when, on which channel, and why they matched,
            as well as listings that an administrator saved for you.
          </li>
          <li>
            <strong>Account activity:</strong> when you sign in and out, change your settings, or ask for a new
            password, and what administrators do with your account.
          </li>
          <li>
            <strong>Visits to the sign-in page:</strong> the time, your IP address, your browser’s user agent, the page
            that led you here, and the state and city derived from the address. We look the location up in a database on
            our own server; the address is not sent anywhere else.
          </li>
          <li>
            <strong>Offers from owners:</strong> what you tell us about a property you offer and, stored separately,
            your name, email address, phone number and the property’s street address. See “If you offer a property”.
          </li>
          <li>
            <strong>Notifications on a device,</strong> if you turn them on: the push address that your browser
            provides.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and browser storage',
    content: (
      <>
        <p>
          When you sign in, your browser gets one cookie. It holds a random session ID that scripts cannot read, and it
          expires 30 days after you last used the service, or right away when you log out. A flag in your browser’s
          storage records that a user signed in here, so that this page can tell you when a session has ended. If you
          choose a light or dark theme, a second cookie remembers the choice for a year.
        </p>
        <p>
          There are no advertising cookies, no third-party analytics, and no cross-site tracking. Pictures of listings
          are loaded from the sites that publish them, so those sites see your IP address when a picture is shown. They
          do not receive the page you are on.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    content: (
      <ul>
        <li>
          To match new listings with your preferences, to alert you about them, and to explain why each one matched.
        </li>
        <li>To sign you in, keep others out, and send you a temporary password if you forget yours.</li>
        <li>To run your membership and your requests, and to answer you when you write to us.</li>
        <li>To know how many people visit the sign-in page and from which states.</li>
        <li>To detect errors and abuse, and to keep an audit trail.</li>
      </ul>
    ),
  },
  {
    id: 'sharing',
    title: 'Who sees it',
    content: (
      <>
        <p>We do not sell your data or trade it for advertising. It is seen by:</p>
        <ul>
          <li>
            <strong>Our administrators.</strong> They see the accounts, preferences, memberships and saved listings, and
            the visits to the sign-in page. Full administrators also see the event log, and can recover a single
            password to help its owner. Each recovery is first recorded in a tamper-evident log.
          </li>
          <li>
            <strong>Service providers:</strong> our hosting company, our email provider, and your browser’s push service
            if you turn notifications on. They receive only what they need for that work.
          </li>
          <li>
            <strong>The payment provider,</strong> when you subscribe. It receives an ID of your account to credit your
            payment; what you enter there is covered by its own policy.
          </li>
          <li>
            <strong>A language model,</strong> if the operator uses one for a second opinion: it reads the text of a
            listing, never your data.
          </li>
          <li>
            <strong>Authorities and courts,</strong> where the law requires it.
          </li>
        </ul>
      </>
    ),
  },
];
