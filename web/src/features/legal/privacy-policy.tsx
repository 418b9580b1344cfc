import type { DocumentSectionContent } from './document-page.tsx';

export const privacyPolicyDateline = 'Effective 3/20/2025';

export const privacyPolicyIntro =
  'Off-Market Scout watches for off-market investment properties and tells its members when one fits. This page says what we learn about you while we do that, why, who else sees it, and what you can do about it.';

export const privacyPolicySections: readonly DocumentSectionContent[] = [
  {
    id: 'data-collected',
    title: 'What we collect',
    content: (
      <>
        <p>We collect what you give us, what the service does for you, and little else:</p>
        <ul>
          <li>
            <strong>Your account:</strong> your email address and your password. The password is stored as an argon2id
            hash, which cannot be turned back into the password. Unless the operator has switched this off, a second
            copy is kept encrypted (AES-256-GCM) so that it can be recovered; see “Who sees it”.
          </li>
          <li>
            <strong>Your filter preferences:</strong> maximum price, ZIP code, mileage radius, the kinds of property you
            want, and how often you want to hear from us. From the ZIP code we derive the middle of your area and its
            time zone. We never ask your device where it is.
          </li>
          <li>
            <strong>Your membership:</strong> whether it is active, since when, and whether you asked for a higher price
            limit. Card numbers go to the payment provider alone and never reach us.
          </li>
          <li>
            <strong>Your alerts:</strong> which listings were sent to you, when, by which way, and why they fitted, as
            well as listings that an administrator saved for you.
          </li>
          <li>
            <strong>What happens with your account:</strong> when you sign in and out, change your settings, or ask for
            a new password, and what an administrator does with your account.
          </li>
          <li>
            <strong>Visits of the sign-in page:</strong> the time, your IP address, the browser’s description of itself,
            the page that led you here, and the state and city that the address suggests. We look the place up in a
            database on our own server; the address is not sent anywhere for that.
          </li>
          <li>
            <strong>Offers of owners:</strong> what you tell us of a property that you offer, and, apart from that, your
            name, email address, phone number and the property’s street address. See “If you offer a property”.
          </li>
          <li>
            <strong>Notifications on a device,</strong> if you switch them on: the address that your browser’s maker
            gives us for it.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and what stays in your browser',
    content: (
      <>
        <p>
          When you sign in, your browser gets one cookie. It holds a random number that stands for your session, scripts
          cannot read it, and it ends 30 days after you last used the service, or at once when you log out. A small mark
          in your browser’s storage tells this page that somebody signed in here, so that it can tell you when a session
          has ended.
        </p>
        <p>
          There are no advertising cookies, no analytics of other companies, and no tracking across sites. Pictures of
          listings are loaded from the sites that publish them, so those sites see your IP address when a picture is
          shown. They are not told which page you are on.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    content: (
      <ul>
        <li>
          To match new listings with your preferences, to tell you about them, and to explain why each one fitted.
        </li>
        <li>To sign you in, keep others out, and send you a temporary password when you have forgotten yours.</li>
        <li>To run your membership and your requests, and to answer you when you write to us.</li>
        <li>To know how many people find the sign-in page and from which states they come.</li>
        <li>To find faults and abuse, and to be able to show afterwards who did what.</li>
      </ul>
    ),
  },
  {
    id: 'sharing',
    title: 'Who sees it',
    content: (
      <>
        <p>We do not sell your data and do not trade it for advertising. It is seen by:</p>
        <ul>
          <li>
            <strong>Our administrators.</strong> They see the accounts, preferences, memberships and saved listings, and
            the visits of the sign-in page. Full administrators also see the log of what happened, and can recover a
            single password to help its owner. Each time one is recovered, that is written into a log that nobody can
            change unnoticed, before the password is shown.
          </li>
          <li>
            <strong>Those who work for us:</strong> the company whose servers we use, the provider that carries our
            email, and the makers of browsers where you have switched notifications on. They get what that work needs.
          </li>
          <li>
            <strong>The payment provider,</strong> when you subscribe. It learns a number that stands for your account,
            so that your payment is credited to you; what you tell it there falls under its own policy.
          </li>
          <li>
            <strong>A language model,</strong> where the operator uses one for a second opinion: it reads the text of a
            listing, never anything about you.
          </li>
          <li>
            <strong>Authorities and courts,</strong> where the law obliges us.
          </li>
        </ul>
      </>
    ),
  },
];
