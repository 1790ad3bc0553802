import type { FieldCode } from '@trust/contracts/problem';
import { Problem } from '@trust/service-kit/http/problem';

export function passkeyRefused(code: FieldCode<'passkey-refused'>, field = 'credential'): Problem<'passkey-refused'> {
  return new Problem('passkey-refused', undefined, { errors: [{ field, code }] });
}
