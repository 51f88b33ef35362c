import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { type CreatedApiKey, mostApiKeys } from '#domain/api-keys/api-keys.ts'
import { apiKeyTexts } from '#domain/texts/api-keys.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { hashOfSecret } from './api-secret.ts'
import { createApiKey } from './create-api-key.ts'

const { errors } = apiKeyTexts

let clinic: TestClinic
// still March 10 at the clinic
const test = await setUpServices({ now: '2026-03-11T01:00:00Z' })
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
})

const input = {
  name: 'Population health',
  resources: ['Patient', 'Slot'],
  endsOn: '',
  method: 'secret',
  publicKeys: '',
}
const create = (change: object = {}, by: Caller = clinic.admin.caller()) =>
  createApiKey.call(test.services, by, { ...input, ...change }) as Promise<CreatedApiKey>
const stored = (id: string) => test.db.asOwner('select * from api_keys where id = $1', [id])

it('stores the hash of the secret alone, and an audit row without it', async () => {
  const { id, secret } = await create({ endsOn: '2026-03-10' })
  expect(secret).toMatch(/^cfk_[\w-]{43}$/)
  const [row] = await stored(id)
  expect(row).toMatchObject({
    ...{
      clinic_id: clinic.id,
      name: 'Population health',
      resources: ['Patient', 'Slot'],
      ends_on: '2026-03-10',
    },
    ...{ secret_hash: hashOfSecret(secret ?? ''), public_keys: null, created_by: clinic.admin.userId },
  })
  expect(JSON.stringify(row)).not.toContain(secret)
  const audits = await test.db.asOwner(
    'select action, actor_id, details from app.audit_log where subject_id = $1',
    [id],
  )
  expect(audits).toEqual([{ action: 'api_key.created', actor_id: clinic.admin.userId, details: {} }])
})

it('stores the public parts of a program’s keys, and then creates no secret', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one' }
  const publicKeys = JSON.stringify({ keys: [{ ...jwk, use: 'sig', note: 'x' }] })
  const { id, secret } = await create({ method: 'key_pair', publicKeys })
  expect(secret).toBeNull()
  expect(await stored(id)).toMatchObject([{ secret_hash: null, public_keys: { keys: [jwk] } }])
})

it('refuses keys that no signature can be verified with', async () => {
  const x = Buffer.alloc(48, 1).toString('base64url')
  const publicKeys = JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-384', x, y: x, kid: 'one' }] })
  await expect(create({ method: 'key_pair', publicKeys })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'publicKeys', message: errors.publicKeys.kind }],
  })
})

it('refuses a last day in the past, by the clinic’s calendar', async () => {
  await expect(create({ endsOn: '2026-03-09' })).rejects.toMatchObject({
    fields: [{ path: 'endsOn', message: errors.endsOnPast }],
  })
})

it('counts keys that are not revoked', async () => {
  for (let known = 0; known < mostApiKeys; known++) await anApiKey(test.db, clinic)
  await expect(create()).rejects.toMatchObject({ fields: [{ path: 'name', message: errors.most }] })
  await test.db.asOwner('update api_keys set revoked_at = now() where clinic_id = $1', [clinic.id])
  await create()
})
