// Calls of the public pages to `leads` and `clinics`, by the published client through the data API, on the
// product's own tables and policies (docs/specification.md A7, A8).
import { PostgrestClient } from '@supabase/postgrest-js'
import { afterAll, expect, it } from 'vitest'
import { createDataApi } from '#server/data-api.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, aVisitor } from '#testing/sign-in/people.ts'

const db = await openTestDatabase()
const api = createDataApi(db.transactions)
afterAll(async () => {
  await api.close()
  await db.close()
})

/** The browser's row client, of a visitor without an account. */
const visitor = (clinic: string | null = null) =>
  new PostgrestClient('http://carefold.localhost/rest/v1', {
    fetch: (input, init) => api.fetch(new Request(input, init), aVisitor(clinic)),
  })

// spec: A1 A lead is stored once
// spec: A3 A lead has an id, an address and a creation time
it('a visitor can submit an address once', async () => {
  const lead = { email: `lead-${crypto.randomUUID()}@clinic.test` }
  expect(await visitor().from('leads').insert(lead)).toMatchObject({ status: 201, error: null })
  expect(await visitor().from('leads').insert(lead)).toMatchObject({
    status: 409,
    error: { code: '23505' },
  })
  const [stored] = await db.asOwner('select * from leads where email = $1', [lead.email])
  expect(Object.keys(stored ?? {}).sort()).toEqual(['created_at', 'email', 'id'])
})

it.each(['no address', 'two@signs@clinic.test', 'a b@clinic.test', ''])(
  'the server refuses %j as an address too',
  async (email) => {
    expect((await visitor().from('leads').insert({ email })).error?.code).toBe('23514')
  },
)

// spec: A1 The lead form sends the address only
it('a visitor sends an address and nothing else, and reads none', async () => {
  const email = `lead-${crypto.randomUUID()}@clinic.test`
  const dated = { email, created_at: '2020-01-01T00:00:00Z' }
  expect((await visitor().from('leads').insert(dated)).error?.code).toBe('42501')
  expect((await visitor().from('leads').select('email')).error?.code).toBe('42501')
  expect(await db.asOwner('select 1 from leads where email = $1', [email])).toEqual([])
})

// spec: A7 A clinic that does not exist is PGRST116
it('a visitor finds a clinic by its subdomain, and one that does not exist as PGRST116', async () => {
  const clinic = await aClinic(db, { name: 'Sunrise' })
  const find = (subdomain: string) =>
    visitor(subdomain).from('clinics').select('*').eq('subdomain', subdomain).single()
  const found = await find(clinic.subdomain)
  expect(found.data).toMatchObject({ id: clinic.id, name: 'Sunrise', subdomain: clinic.subdomain })
  const missing = await find('nobody-here')
  expect([missing.status, missing.error?.code, missing.data]).toEqual([406, 'PGRST116', null])
})
