import { exportingServices, exportPartSealed } from '@trust/contracts/events/any';
import { on } from '../app.ts';
import { holdExport, insertParts } from './queries.ts';

/** One for each service but this one. What comes for an export that has expired, or whose person was erased, is let go. */
export const onExportPartSealed = exportingServices
  .filter((service) => service !== 'identity')
  .map((service) =>
    on(exportPartSealed[service], async ({ exportId, part, of, sealed }, { trx }) => {
      if (!(await holdExport(trx, exportId))) return;
      await insertParts(trx, [{ export_id: exportId, service, part, total: of, sealed }]);
    }),
  );
