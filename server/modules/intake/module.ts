import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { defineModule, type NeedsOf } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { FoundListingDoc } from '#projections/listings.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { startCollectingCorrections } from './corrections/collect-corrections.ts';
import { createCorrections } from './corrections/corrections.ts';
import { emailIntakeRoutes } from './email/routes.ts';
import { createMailIntake } from './email/take-mail.ts';
import { loadWeights } from './judging/weights.ts';
import { manualEntryRoutes } from './manual-entry-routes.ts';
import { createFormTokens } from './owner-offers/form-tokens.ts';
import { findSharedContact } from './owner-offers/offer.ts';
import { startSellerContactPurge } from './owner-offers/purge-seller-contacts.ts';
import { ownerOfferRoutes } from './owner-offers/routes.ts';
import { createSellers } from './owner-offers/seller-contacts.ts';
import type { ReportItems } from './pipeline/intake.ts';
import { createLazyIntake } from './pipeline/lazy-intake.ts';
import type { SourcePolicy } from './pipeline/source-policy.ts';
import { reviewRoutes } from './review/routes.ts';
import { rowReportRoutes } from './row-reports/routes.ts';
import { createRowReports } from './row-reports/row-reports.ts';
import { listingWebhookRoutes } from './webhooks/listing-webhook.ts';

type IntakeModuleNeeds = Platform & {
  pictures: Pick<Pictures, 'removeOf'>;
  sourcePolicy: SourcePolicy;
};
type MailIntakeRoutesNeeds = Omit<NeedsOf<typeof emailIntakeRoutes>, 'takeMail'> & NeedsOf<typeof createMailIntake>;

export const intakeModule = defineModule({
  name: 'intake',
  provide: ({ pictures, sourcePolicy, ...platform }: IntakeModuleNeeds) => {
    const { config, keys, viewStore: views } = platform;
    const weights = loadWeights(config.weightsFile);
    const rowReports = createRowReports({ ...platform, days: config.retentionDays });
    const report: ReportItems = async (source, items, sender) => {
      await rowReports.record(source, items);
      sourcePolicy.recordPlaces({ source, sender }, items);
    };
    const { intake, ...lazyIntake } = createLazyIntake({
      ...platform,
      views,
      policy: sourcePolicy,
      report,
      weights,
    });
    const sellers = createSellers({
      ...platform,
      key: deriveKey(keys.credentials, 'seller contacts'),
      days: config.retentionDays,
      removePictures: pictures.removeOf,
    });
    return {
      weights,
      intake,
      lazyIntake,
      rowReports,
      corrections: createCorrections(platform),
      sellers,
      findSharedContact: (listing: FoundListingDoc) => findSharedContact(sellers, listing),
      formTokens: createFormTokens({ ...platform, key: deriveKey(keys.credentials, 'form tokens') }),
    };
  },
  routes: [reviewRoutes, rowReportRoutes, ownerOfferRoutes, manualEntryRoutes],
  machineRoutes: [
    listingWebhookRoutes,
    (deps: MailIntakeRoutesNeeds) => emailIntakeRoutes({ ...deps, takeMail: createMailIntake(deps) }),
  ],
  subscriptions: {
    corrections: { does: 'Collects what people decide about listings in corrections.jsonl.', lease: 'maintenance' },
  },
  maintenance: [startSellerContactPurge, startCollectingCorrections],
  stopBackground: ({ lazyIntake }: { lazyIntake: { stop: () => Promise<void> } }) => [lazyIntake.stop],
});
