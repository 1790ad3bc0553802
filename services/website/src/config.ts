import { ProcessConfig, SecretSetting } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';

export const Config = ProcessConfig.extend({
  /** Address of the gateway, by which the website reads the public API. */
  API_URL: z.url(),
  /** Proves to each other that the gateway and the website send a request (promise A7). */
  INTERNAL_SECRET: SecretSetting,
  /** A second valid value during a rotation. */
  INTERNAL_SECRET_ACCEPTED: SecretSetting.optional(),
  /** Receiver of `npm start` whose traces `/dev/traces` shows; only in development mode. */
  TRACES_URL: z.url().optional(),
}).superRefine(refusePlaintext);
