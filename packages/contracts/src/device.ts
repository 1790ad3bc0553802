/** The header in which an app sends the random id of its device. */
export const deviceHeader = 'X-Device-Id';

/** The cookie in which a browser keeps its device id: identity writes it, and the gateway passes it to routes that declare the header. */
export const deviceCookie = '__Host-device';

export const deviceIdPattern = /^[\w-]{16,128}$/;
