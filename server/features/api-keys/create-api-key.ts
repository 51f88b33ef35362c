import { randomUUID } from 'node:crypto'
import { importJWK, type JWK } from 'jose'
import { type CreatedApiKey, mostApiKeys } from '#domain/api-keys/api-keys.ts'
import { type CreateApiKey, createApiKeyInput } from '#domain/api-keys/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { apiKeyTexts } from '#domain/texts/api-keys.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { hashOfSecret, makeSecret } from './api-secret.ts'

const texts = apiKeyTexts.errors

/**
 * Creates a key with which a program reads the clinic's data as FHIR resources (docs/contracts/fhir.md). The secret is
 * returned only once; with the program's public keys there is none.
 * @throws AppError `not_allowed`, `second_step_required`, `fresh_proof_required`
 * @throws AppError `invalid_input` at `endsOn` for a day in the past, at `publicKeys` for keys that are not usable, at
 * `name` if the limit is reached
 */
export const createApiKey = action({
  name: 'create-api-key',
  input: createApiKeyInput,
  access: 'api-keys:write',
  asksFreshProof: true,
  async run(tx, ctx, input): Promise<CreatedApiKey> {
    const { clinicId, userId } = ctx
    const now = ctx.now()
    const publicKeys = await publicKeysOf(input)
    await lockClinic(tx, clinicId)
    const [zone, { count }] = await Promise.all([
      clinicZone(tx, clinicId),
      tx
        .selectFrom('api_keys')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('clinic_id', '=', clinicId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ])
    if (input.endsOn && input.endsOn < dateIn(now, zone)) throw refused('endsOn', texts.endsOnPast)
    if (count >= mostApiKeys) throw refused('name', texts.most)
    const id = randomUUID()
    const secret = publicKeys ? null : makeSecret('cfk')
    await asSystem(tx, () =>
      tx
        .insertInto('api_keys')
        .values({
          ...{ id, clinic_id: clinicId, name: input.name, resources: input.resources },
          secret_hash: secret === null ? null : hashOfSecret(secret),
          public_keys: publicKeys,
          ends_on: input.endsOn || null,
          ...{ created_by: userId, created_at: now },
        })
        .execute(),
    )
    await audit(tx, 'api_key.created', { type: 'api_key', id })
    return { id, secret }
  },
})

/** The public parts of the keys that the library can use, as JSON; null with a secret. */
async function publicKeysOf({ method, publicKeys }: CreateApiKey): Promise<string | null> {
  if (method === 'secret') return null
  const { keys } = JSON.parse(publicKeys) as { keys: JWK[] }
  const parts = keys.map(({ kty, kid, n, e, crv, x, y }) => ({ kty, kid, n, e, crv, x, y }) as JWK)
  // a point that is not on the curve, or no base64url
  const isUsable = (key: JWK) =>
    importJWK(key, key.kty === 'RSA' ? 'RS384' : 'ES384').then(
      () => true,
      () => false,
    )
  const usable = await Promise.all(parts.map(isUsable))
  if (!usable.every(Boolean)) throw refused('publicKeys', texts.publicKeys.kind)
  return JSON.stringify({ keys: parts })
}

function refused(path: 'endsOn' | 'publicKeys' | 'name', message: string): AppError {
  return new AppError('invalid_input', { fields: [{ path, message }] })
}
