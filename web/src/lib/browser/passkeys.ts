import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

/** What the server asks the browser. */
type Ceremony = { ceremonyId: string; options: { challenge: string } };

/** Lets the user choose a passkey, and returns its answer. Throws an Error with a readable message. */
export async function askForPasskey({ ceremonyId, options }: Ceremony) {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON; // as the server's library writes them
  const answer = await startAuthentication({ optionsJSON }).catch(rethrow);
  return { ceremonyId, answer: { ...answer } };
}

/**
 * Offers the passkeys among the suggestions of the field with `autocomplete="webauthn"`, until `signal` aborts. Null
 * where the browser cannot, or none was chosen.
 */
export async function offerPasskeys(load: () => Promise<Ceremony>, signal: AbortSignal) {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  const { ceremonyId, options } = await load();
  if (signal.aborted) return null;
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON; // as the server's library writes them
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel);
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => null);
  signal.removeEventListener('abort', cancel);
  return answer && { ceremonyId, answer: { ...answer } };
}

/** Adds a passkey to this device or one beside it. Throws an Error with a readable message. */
export async function createPasskey({ ceremonyId, options }: Ceremony) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON; // as the server's library writes them
  const answer = await startRegistration({ optionsJSON }).catch(rethrow);
  return { ceremonyId, answer: { ...answer } };
}

const messages: Partial<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was chosen. Please try again.',
  AbortError: 'No passkey was chosen. Please try again.',
};

function rethrow(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : '';
  throw new Error(messages[name] ?? 'Your browser could not use a passkey for this site.', { cause });
}
