import { secretOf } from '@trust/service-kit/sealing/secret';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { openFolderStore } from './folder-store.ts';

export async function configuredStore(
  config: Config,
  publicUrl: string,
  now: () => Date,
): Promise<Pick<App, 'store' | 'receiver'>> {
  if (config.EVIDENCE_STORE === 'folder') {
    const store = await openFolderStore({
      folder: config.EVIDENCE_DIR,
      publicUrl,
      secret: secretOf(config.UPLOAD_SIGNING_SECRET, config.UPLOAD_SIGNING_SECRET_ACCEPTED),
    });
    return { store, receiver: store };
  }
  const { openS3Store } = await import('./s3-store.ts');
  const store = openS3Store(
    {
      endpoint: config.S3_ENDPOINT,
      publicEndpoint: config.S3_PUBLIC_ENDPOINT,
      region: config.S3_REGION,
      accessKey: config.S3_ACCESS_KEY,
      secretKey: config.S3_SECRET_KEY,
      uploads: config.S3_UPLOADS_BUCKET,
      evidence: config.S3_EVIDENCE_BUCKET,
    },
    now,
  );
  return { store, receiver: undefined };
}
