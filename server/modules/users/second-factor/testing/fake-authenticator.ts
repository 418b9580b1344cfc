import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const toText = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** The major types of CBOR (RFC 8949), for the few values that WebAuthn needs. */
const cborHead = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
const cborNumber = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (...entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);

type Site = { origin: string; rpID: string };
type Options = { challenge: string };
export type FakeAuthenticator = ReturnType<typeof createFakeAuthenticator>;

const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;

/** A passkey with a key pair of its own: ES256, no attestation. `userHandle` is what the site stored in it. */
export function createFakeAuthenticator({ origin, rpID }: Site) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const createData = (flags: number, count: number, rest = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rpID), Buffer.from([flags]), counted, rest]);
  };

  return {
    id: toText(id),
    register: (options: Options, from = origin) => {
      const key = cborMap(
        [cborNumber(1), cborNumber(2)],
        [cborNumber(3), cborNumber(-7)],
        [cborNumber(-1), cborNumber(1)],
        [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = createData(userPresent | userVerified | hasCredential, counter, credential);
      const attestation = cborMap(
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap()],
        [cborText('authData'), cborBytes(authData)],
      );
      const response = {
        clientDataJSON: toText(clientData('webauthn.create', options, from)),
        attestationObject: toText(attestation),
        transports: ['internal'],
      };
      return { id: toText(id), rawId: toText(id), type: 'public-key', response, clientExtensionResults: {} };
    },
    sign: (
      options: Options,
      { userHandle, from = origin, count = (counter += 1), isVerified = true }: SignOptions = {},
    ) => {
      const data = clientData('webauthn.get', options, from);
      const authenticatorData = createData(userPresent | (isVerified ? userVerified : 0), count);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: toText(data),
        authenticatorData: toText(authenticatorData),
        signature: toText(signature),
        ...(userHandle !== undefined && { userHandle: toText(userHandle) }),
      };
      return { id: toText(id), rawId: toText(id), type: 'public-key', response, clientExtensionResults: {} };
    },
  };
}

type SignOptions = { userHandle?: string; from?: string; count?: number; isVerified?: boolean };
