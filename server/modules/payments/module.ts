import { defineModule } from '#server/platform/modules/module.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { demoCheckoutRoutes } from './demo-checkout.ts';
import { paymentRoutes } from './routes.ts';

export const paymentsModule = defineModule({
  name: 'payments',
  routes: [checkoutRoutes],
  machineRoutes: [paymentRoutes, demoCheckoutRoutes],
});
