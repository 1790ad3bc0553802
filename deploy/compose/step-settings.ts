import { z } from 'zod';
import { serviceDatabases } from '../local/services.ts';

const JsonObject = z.string().transform((text): unknown => JSON.parse(text));
export const Superuser = z.object({ POSTGRES_URL: z.url() });
export const Databases = Superuser.extend({ ROLE_PASSWORDS: JsonObject.pipe(z.record(z.string(), z.string())) });
export const Owners = z.object({ DATABASE_OWNER_URLS: JsonObject.pipe(z.record(z.enum(serviceDatabases), z.url())) });
export const Streams = z.object({
  NATS_URL: z.string(),
  NATS_PROVISIONER_PASSWORD: z.string(),
  STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
});
