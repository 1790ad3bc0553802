import { type AuditedService, exportPartSealed } from '@trust/contracts/events/any';
import { exportRequested } from '@trust/contracts/events/identity';
import { ExportKey } from '@trust/contracts/values/export-key';
import type { BaseApp } from '@trust/service-kit/app';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import type { TestService } from './service.ts';

export async function exportPersonalData<Tables, App extends BaseApp<Tables>>(
  service: TestService<Tables, App>,
  name: AuditedService,
  personId: string,
) {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true });
  const exportId = service.app.newId();
  await service.deliver(exportRequested, {
    exportId,
    userId: personId,
    sealTo: ExportKey.parse(await exportJWK(publicKey)),
  });
  const parts = (await service.emitted(exportPartSealed[name])).filter((part) => part.exportId === exportId);
  const pieces = await Promise.all(
    parts.map(async ({ sealed }) => (await compactDecrypt(sealed, privateKey)).plaintext),
  );
  return { parts, file: JSON.parse(Buffer.concat(pieces).toString()) };
}
