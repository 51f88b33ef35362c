import { type FhirType, fhirTypes } from '#domain/fhir/scopes.ts'
import { hashOfSecret, makeSecret } from '#server/features/api-keys/api-secret.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import type { TestClinic } from '#testing/sign-in/people.ts'

/** By default with a secret, for all resources. With `publicKeys` the secret is of no use. */
export async function anApiKey(
  db: Pick<TestDatabase, 'asOwner'>,
  clinic: Pick<TestClinic, 'id'>,
  options: { resources?: readonly FhirType[]; endsOn?: string; publicKeys?: object; name?: string } = {},
): Promise<{ id: string; secret: string }> {
  const { resources = fhirTypes, endsOn = null, publicKeys = null, name = 'Population health' } = options
  const secret = makeSecret('cfk')
  const [row] = await db.asOwner<{ id: string }>(
    `insert into api_keys (clinic_id, name, resources, secret_hash, public_keys, created_at, ends_on)
     values ($1, $2, $3, $4, $5, now(), $6) returning id`,
    [clinic.id, name, [...resources], publicKeys ? null : hashOfSecret(secret), publicKeys, endsOn],
  )
  if (!row) throw new Error('the API key was not written')
  return { id: row.id, secret }
}
