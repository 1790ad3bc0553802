import { ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** Where parts and evidence lie: a folder that only this service may read. */
  EVIDENCE_DIR: z.string().min(1),
  /** Base64url of 32 bytes: signs the URLs of upload parts. */
  UPLOAD_SIGNING_SECRET: z.string().min(43),
  /** `eicar-only` knows the EICAR test file and nothing else. Without a scanner evidence never becomes available. */
  SCANNER: z.enum(['none', 'eicar-only']).default('none'),
}).refine(({ SCANNER, TRUST_MODE }) => SCANNER !== 'eicar-only' || TRUST_MODE === 'development', {
  path: ['SCANNER'],
  message: 'eicar-only is for development: it finds no real malware',
});
export type Config = z.output<typeof Config>;
