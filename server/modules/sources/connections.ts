import { intakeEndpoints } from '#domain/listing/contract.ts';
import type { ConnectionsView } from '#domain/source/contract.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { parseMailboxUrl } from './imap/mailbox-address.ts';
import { type PresentSourcesDeps, presentSources } from './present-sources.ts';

export type ConnectionsDeps = PresentSourcesDeps &
  Pick<Platform, 'url'> & { config: Pick<Config, 'intakeSecret' | 'imapUrl'> };

/** How sources can reach this installation, without secrets. */
export async function presentConnections({ config, url, ...deps }: ConnectionsDeps): Promise<ConnectionsView> {
  const addressOf = (endpoint: 'receiveListings' | 'receiveEmail') => url() + intakeEndpoints[endpoint].path;
  const isOn = config.intakeSecret !== null;
  const address = addressOf('receiveListings');
  const mails = (await presentSources(deps)).filter(({ kind }) => kind === 'email');
  return {
    webhook: { address, setting: 'INTAKE_SECRET', isOn, command: createTestCommand(address) },
    mailbox: {
      address: config.imapUrl === null ? null : parseMailboxUrl(config.imapUrl).displayUrl,
      handOver: isOn ? addressOf('receiveEmail') : null,
      lastMailAt:
        mails
          .flatMap(({ lastPassAt }) => lastPassAt ?? [])
          .toSorted()
          .at(-1) ?? null,
    },
  };
}

/** Without a price: it waits for review, so that no member is alerted. */
const testDelivery = {
  source: 'my-source',
  listings: [
    {
      title: 'Test of the webhook: 3 bedroom house, please reject',
      link: 'https://example.com/test',
      zipCode: '48204',
    },
  ],
};

/** A line for sh, bash and zsh that signs and sends a delivery with the secret of the terminal's INTAKE_SECRET. */
function createTestCommand(address: string): string {
  return [
    ': "${INTAKE_SECRET:?Set INTAKE_SECRET in this terminal first}"',
    `body='${JSON.stringify(testDelivery)}'`,
    'at=$(date +%s)',
    'id=test-$at',
    `key=$(printf %s "\${INTAKE_SECRET#whsec_}" | openssl base64 -d -A | od -An -tx1 | tr -d ' \\n')`,
    'signature=$(printf %s "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)',
    `curl -sS "${address}" -H "content-type: application/json" -H "webhook-id: $id" -H "webhook-timestamp: $at" -H "webhook-signature: v1,$signature" --data-binary "$body"`,
  ].join('; ');
}
