import type { FieldCode } from '@trust/contracts/problems/problem';
import { Problem } from '@trust/service-kit/problems/problem';

export function passkeyRefused(code: FieldCode<'passkey-refused'>, field = 'credential'): Problem<'passkey-refused'> {
  return new Problem('passkey-refused', undefined, { errors: [{ field, code }] });
}
