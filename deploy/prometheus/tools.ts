import type { Tool } from '../local/packages/ensure-tools.ts';

/** Debian's package names; `test/global-setup.ts` finds or installs them. */
export const prometheusTools = {
  prometheus: { apt: 'prometheus', unit: 'prometheus.service' },
  promtool: { apt: 'prometheus' },
  'prometheus-node-exporter': { apt: 'prometheus-node-exporter', unit: 'prometheus-node-exporter.service' },
} as const satisfies Record<string, Tool>;
