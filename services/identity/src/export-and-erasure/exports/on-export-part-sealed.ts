import { auditedServices, exportPartSealed } from '@trust/contracts/events/any';
import { on } from '../../app.ts';
import { insertParts, lockExport } from './queries.ts';

/** Ignores parts of an export that has expired or whose person was erased. */
export const onExportPartSealed = auditedServices
  .filter((service) => service !== 'identity')
  .map((service) =>
    on(exportPartSealed[service], async ({ exportId, part, of, sealed }, { trx }) => {
      if (!(await lockExport(trx, exportId))) return;
      await insertParts(trx, [{ export_id: exportId, service, part, total: of, sealed }]);
    }),
  );
