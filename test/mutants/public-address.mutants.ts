import { mutantsOf } from './mutant.ts';

const folder = 'src/registration/display-names';
const addresses = `${folder}/public-address.test.ts`;
const address = `${folder}/public-address.ts`;
const migration = 'src/db/migrations/0031-read-addresses.sql';

export const mutants = mutantsOf('services/provider', [
  [
    'src/directory/public-providers/find-public-provider.ts',
    '${publicAddress(sql`p.id`)} as address_label',
    'm.address_label',
    addresses,
  ],
  [address, ' and ${isAccepted})`', ')`', addresses],
  [address, "and n.state = 'accepted'", '', addresses],
  [address, 'n.premises_id = s.id and ', '', addresses],
  [address, " and s.about = 'premises'", '', addresses],
  [address, ' and s.ended_at is null', '', addresses],
  [address, ' and m.address_label is not null', '', addresses],
  [`${folder}/ask-for-name.ts`, 'premisesId: address?.id ?? null', 'premisesId: null', addresses],
  [`${folder}/name-state.ts`, '[...ofProfile, addressStateOf(provider, isAddressAccepted)]', 'ofProfile', addresses],
  [`${folder}/get-display-name.ts`, 'address && address.id === words?.premisesId', 'address', addresses],
  [`${folder}/get-display-name.ts`, 'address?.isAccepted ? address.label : null', 'address?.label ?? null', addresses],
  ['src/registration/location/withdraw-premises.ts', 'await askAgainForName(trx, app, provider);', '', addresses],
  [
    'src/registration/location/change-premises.ts',
    'updateProvider(trx, provider, { name_refusal: null }, at)',
    'provider',
    addresses,
  ],
  [
    migration,
    'create trigger guard_read_address after',
    'create trigger guard_read_address before',
    'src/registration/location',
  ],
  [migration, 'after insert or update on public_premises', 'after insert on public_premises', addresses],
  [migration, 'after insert or update on public_premises', 'after update on public_premises', addresses],
  [migration, ' and s.ended_at is null', '', addresses],
  [migration, ' and provider_id = new.provider_id', '', addresses],
]);
