import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { developmentRoutes, routes } from '../src/routes.ts';
import { startWebhooks } from './service.ts';

const allRoutes = { ...routes, ...developmentRoutes };

testEveryRoute(startWebhooks, allRoutes, sourcesOf(import.meta.dirname));
testRefusals(startWebhooks, allRoutes);
testLimits(startWebhooks, allRoutes, {
  readNotification: ['notification-mutation'],
  readAllNotifications: ['notification-mutation'],
  createPaymentIntent: ['payment-intent'],
  cancelPaymentIntent: ['payment-intent'],
  receivePaymentWebhook: ['webhook-failure'],
  receiveTwilioWebhook: ['webhook-failure'],
  receiveWhatsappWebhook: ['webhook-failure'],
  verifyWhatsappWebhook: ['webhook-failure'],
  receiveStorageWebhook: ['webhook-failure'],
  createDevice: ['device-registration'],
  deleteDevice: [],
  putNotificationPreferences: ['profile-mutation'],
});
