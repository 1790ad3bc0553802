import type { Tool } from '../../../deploy/local/packages/ensure-tools.ts';

/** Debian's package names; `test/global-setup.ts` finds or installs them. */
export const clamdTools = {
  clamd: { apt: 'clamav-daemon', unit: 'clamav-daemon.service' },
} as const satisfies Record<string, Tool>;

export const exiftoolTools = {
  exiftool: { apt: 'libimage-exiftool-perl' },
} as const satisfies Record<string, Tool>;

export const swiftTools = {
  python3: { apt: 'python3-swift' },
  'swift-account-server': { apt: 'swift-account', unit: 'swift-account.service' },
  'swift-container-server': { apt: 'swift-container', unit: 'swift-container.service' },
  'swift-object-server': { apt: 'swift-object', unit: 'swift-object.service' },
  'swift-proxy-server': { apt: 'swift-proxy', unit: 'swift-proxy.service' },
} as const satisfies Record<string, Tool>;
