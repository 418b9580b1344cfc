import { startTestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { botToken, startFakeTelegram } from '#server/modules/alerts/channels/testing/fake-telegram.ts';
import { startFakeWebhook } from '#server/modules/alerts/channels/testing/fake-webhook.ts';
import { startSourceApp } from '#server/modules/sources/testing/source-app.ts';

export const paymentSecret = 'whsec_of_the_fuzzer_only';
/** The mail server permanently refuses as many receivers at first, so that there are dead letters. */
const refusedMails = 20;
const refusal = { code: 550, text: 'No such mailbox' };

/** A product with a feed, and servers of this machine for its mails, its Telegram bot and the webhooks of its members. */
export async function startSurroundings() {
  const [smtp, telegram, webhook] = await Promise.all([startTestSmtpServer(), startFakeTelegram(), startFakeWebhook()]);
  smtp.answers.push(...Array.from({ length: refusedMails }, () => refusal));
  const app = await startSourceApp(
    {},
    {
      RATE_REVEAL: '1000000/1m',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TELEGRAM_BOT_TOKEN: botToken,
      TELEGRAM_API_URL: telegram.url,
      WEBHOOK_ALLOW_PRIVATE: 'on',
      NODE_ENV: 'test',
      PAYMENT_WEBHOOK_SECRET: paymentSecret,
    },
  );
  return {
    product: app.product,
    webhookUrl: webhook.url,
    stop: async () => {
      await app.end();
      await Promise.all([smtp.close(), telegram.close(), webhook.close()]);
    },
  };
}
