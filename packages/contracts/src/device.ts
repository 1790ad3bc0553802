export const deviceHeader = 'X-Device-Id';

/** Device id of a browser. The gateway forwards it as the header to routes that declare it. */
export const deviceCookie = '__Host-device';

export const deviceIdPattern = /^[\w-]{16,128}$/;
