import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routesFor } from '../src/routes.ts';
import { startWebhooks } from './service.ts';

testEveryRoute(startWebhooks, routesFor('development'), sourcesOf(import.meta.dirname));
testRefusals(startWebhooks, routesFor('development'));
testLimits(startWebhooks, routesFor('development'), {
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
