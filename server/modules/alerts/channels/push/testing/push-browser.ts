import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { PushMessage, PushSubscriptionBody } from '#domain/alert/push.contract.ts';

/** A browser that subscribed at a push service, and can read what is pushed to it. */
export type PushBrowser = { subscription: PushSubscriptionBody; read: (body: Buffer) => PushMessage };

export function createPushBrowser(name: string = randomUUID()): PushBrowser {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://push.example.com/${name}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** As RFC 8291 says: salt, record size and the sender's key precede the ciphertext. */
    read: (body) => {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const material = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
      const derived = (purpose: string, length: number) =>
        Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${purpose}\0`, length));
      const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString();
      return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as PushMessage; // padding follows
    },
  };
}
