import { parseEndpoint } from '@trust/service-admin/certificates';
import { z } from 'zod';
import { serviceDatabases } from '../local/services.ts';

const JsonObject = z.string().transform((text): unknown => JSON.parse(text));
export const Databases = z.object({
  POSTGRES_URL: z.url(),
  ROLE_PASSWORDS: JsonObject.pipe(z.record(z.string(), z.string())),
});
export const Partitions = Databases.pick({ POSTGRES_URL: true });
/** One service: its step sees no other database and no superuser. */
export const Owner = z.object({ SERVICE: z.enum(serviceDatabases), DATABASE_OWNER_URL: z.url() });
/** What clients call: the addresses of compose.yaml, and others with commas between. */
export const Certificates = z.object({
  PUBLIC_URL: z.string().default(''),
  S3_PUBLIC_ENDPOINT: z.string().default(''),
  CERTIFICATE_ENDPOINTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .refine((all) => all.every((one) => parseEndpoint(one)), 'must be names such as mail.example.org:465'),
});
export const Streams = z.object({
  NATS_URL: z.string(),
  NATS_PROVISIONER_PASSWORD: z.string(),
  STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
});
