import { JwkSetting, SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';
import { WebhookSecretsSetting } from './inbound/sources/secrets-setting.ts';
import { carrierSettings, missingCarrierSettings } from './sending/senders/carrier-settings.ts';

const senderSettings = ['SMS_SENDER', 'EMAIL_SENDER', 'PUSH_SENDER'] as const;

export const Config = ServiceConfig.extend({
  /** Address of the app's universal links, such as https://app.example.org. Default: links to the app only. */
  APP_URL: z.url({ protocol: /^https$/ }).optional(),
  /** Private X25519 JWK that one-time codes are sealed to. */
  SEAL_PRIVATE_KEY: JwkSetting,
  /** A second key that opens during a rotation: first the next one, then the previous one. */
  SEAL_PRIVATE_KEY_ACCEPTED: JwkSetting.optional(),
  /** Encrypts the push tokens of devices. */
  PUSH_TOKEN_SECRET: SecretSetting,
  /** Earlier values of PUSH_TOKEN_SECRET, separated by commas, until the hour after its rotation. */
  PUSH_TOKEN_OLD_SECRETS: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(SecretSetting))
    .default([]),
  ...carrierSettings,
  /** Secrets of webhook senders, by source: one each, two during a rotation. Without one it is refused. */
  WEBHOOK_SECRETS: WebhookSecretsSetting.default({}),
  /** Takes the payments. `sandbox` is for development only; with `none` the platform accepts no payments. */
  PAYMENT_PROVIDER: z.enum(['none', 'sandbox', 'stripe']).default('none'),
  /** Secret or restricted key of the Stripe account, with `stripe`. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{8,}$/, 'must be a secret or restricted key of Stripe')
    .optional(),
})
  .superRefine(refusePlaintext)
  .superRefine((config, context) => {
    if (config.PAYMENT_PROVIDER === 'stripe' && !config.STRIPE_SECRET_KEY)
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_SECRET_KEY'],
        message: 'is required for PAYMENT_PROVIDER=stripe',
      });
    for (const name of missingCarrierSettings(config))
      context.addIssue({ code: 'custom', path: [name], message: 'The chosen sender requires it.' });
    if (config.TRUST_MODE === 'development') return;
    if (config.PAYMENT_PROVIDER === 'sandbox')
      context.addIssue({ code: 'custom', path: ['PAYMENT_PROVIDER'], message: 'The sandbox is for development only.' });
    for (const name of senderSettings) {
      if (config[name] !== undefined && config[name] !== 'mailbox') continue;
      const message = config[name]
        ? 'The mailbox is for development only. Configure another sender.'
        : 'A sender is required in production.';
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });
export type Config = z.output<typeof Config>;
