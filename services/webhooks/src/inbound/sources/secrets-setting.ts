import { JsonSetting } from '@trust/service-kit/config';
import { z } from 'zod';
import { isSecretOf, secretNames } from './sources.ts';

/** JSON object from the name of a source to its secret, and to the next one during a rotation. */
export const WebhookSecretsSetting = JsonSetting.pipe(
  z.partialRecord(z.enum(secretNames), z.array(z.string().min(16).max(200)).min(1).max(2)),
).superRefine((secrets, context) => {
  for (const [name, list = []] of Object.entries(secrets))
    if (!list.every((secret) => isSecretOf(name, secret)))
      context.addIssue({ code: 'custom', path: [name], message: 'must be whsec_ and 24 to 64 bytes in base64' });
});
