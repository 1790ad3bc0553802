const codes = /^(ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

/** Why a connection cannot be encrypted: a certificate that is not accepted, or a server without TLS. Waiting would not help. */
export function tlsFaultOf(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one ? String(one.code) : '';
    if (codes.test(code) || /does not support ('tls'|SSL connections)/.test(one.message)) return one.message;
  }
  return undefined;
}
