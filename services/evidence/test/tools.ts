import type { Tool } from '../../../deploy/local/packages/ensure-tools.ts';

/** What the tests of this service run for real, by the names of Debian's packages. */
export const evidenceTools = {
  clamd: { apt: 'clamav-daemon', unit: 'clamav-daemon.service' },
  exiftool: { apt: 'libimage-exiftool-perl' },
  python3: { apt: 'python3-swift' },
  'swift-account-server': { apt: 'swift-account', unit: 'swift-account.service' },
  'swift-container-server': { apt: 'swift-container', unit: 'swift-container.service' },
  'swift-object-server': { apt: 'swift-object', unit: 'swift-object.service' },
  'swift-proxy-server': { apt: 'swift-proxy', unit: 'swift-proxy.service' },
} as const satisfies Record<string, Tool>;
